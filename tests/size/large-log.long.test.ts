import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { addPreviews } from '../support/large-log.ts'
import { asAdministrator, call, login, tap } from '../support/processes/product-calls.ts'
import { caughtUp, lengthOfLog } from '../kills/product-log.ts'
import {
  createDataFolder,
  startProductProcess,
  type DataFolder,
  type Product,
} from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { verifiedViews } from '../support/verified-views.ts'

vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 })

/** A start once failed with this number, because it read the whole log by type in one statement. */
const EVENTS = 3_000_000

const ANA = { name: 'Ana Soto', email: 'ana@tests.example', password: 'Clave-de-Ana-1' }
const RARE = ['accounts', 'profiles', 'visitors']

interface View {
  readonly projection: string
  readonly state: string
  readonly position: string
}

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function register(url: string, dataDir: string): Promise<void> {
  const issued = await runOps({ dataDir }, 'codes', 'issue', '--count', '1')
  const [code] = issued.split('\n').filter((line) => normalCode(line) === line)
  const { status, body } = await post(`${url}/api/auth/register`, ANA)
  expect(status).toBe(200)
  const token = { Authorization: `Bearer ${String(body.access_token)}` }
  expect((await post(`${url}/api/auth/activate`, { code }, token)).status).toBe(200)
}

describe(`a product on a log of ${EVENTS.toLocaleString('en-US')} events, few of them of accounts`, () => {
  let folder: DataFolder
  let product: Product
  let password: string

  beforeAll(async () => {
    folder = await createDataFolder()
    const first = await startProductProcess({ dataDir: folder.path })
    password = first.adminPassword!
    await register(first.url, folder.path)
    await first.stop()
    await addPreviews(folder.path, EVENTS)
    const startedMs = performance.now()
    product = await startProductProcess({ dataDir: folder.path })
    console.info(`started in ${Math.round(performance.now() - startedMs)} ms`)
  })
  afterAll(() => folder.remove())

  test('is ready, and its read models have passed irrelevant events', async () => {
    expect(await lengthOfLog(folder.path)).toBeGreaterThan(EVENTS)
    await caughtUp(product.url)
    const { status, body } = await call(`${product.url}/readyz`)
    expect(status).toBe(200)
    const views = (body.projections as readonly View[]).filter(({ projection }) => RARE.includes(projection))
    expect(views.map(({ state }) => state)).toEqual(['live', 'live', 'live'])
    for (const { position } of views) expect(Number(position)).toBeGreaterThan(EVENTS)
  })

  test('lists existing profiles, signs people in, and counts new taps', async () => {
    expect((await login(product.url, ANA.password, ANA.email)).status).toBe(200)
    expect((await tap(product.url)).status).toBe(200)
    await caughtUp(product.url)
    const profiles = await asAdministrator(product.url, password, '/api/admin/profiles')
    expect(profiles).toHaveLength(2)
    expect(profiles).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ user_email: ANA.email }),
        expect.objectContaining({ slug: 'demo', visits: 1 }),
      ]) as object,
    )
  })

  test('erases one of its accounts', async () => {
    await runOps({ dataDir: folder.path }, 'erase', 'account', ANA.email, '--yes')
    expect((await login(product.url, ANA.password, ANA.email)).status).toBe(401)
    await caughtUp(product.url)
    expect(await asAdministrator(product.url, password, '/api/admin/profiles')).toHaveLength(1)
  })

  test('rebuilds its read models row by row [PROJ-2]', async () => {
    const views = await verifiedViews({ dataDir: folder.path })
    expect(views.reduce((rows, view) => rows + view.rows, 0)).toBeGreaterThan(0)
    expect(views.filter(({ differing }) => differing > 0)).toEqual([])
  })
})
