import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { eventually } from '../support/eventually.ts'
import { longTest } from '../support/longer-runs.ts'
import { freePort, ADMIN_EMAIL, call, login, tap, type Call } from '../support/processes/product-calls.ts'
import {
  createDataFolder,
  ownDataFolder,
  startProductProcess,
  type DataFolder,
  type Product,
  refusedStart,
} from '../support/processes/product-process.ts'

/** A busy machine may take longer to connect than the product waits, which then reports it and retries. */
const IS_MACHINES = /timeout exceeded when trying to connect|connection timeout|timeout expired/
/** The product's log lines, without its box. */
const logged = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.includes('"level"') && !IS_MACHINES.test(line))

const LOOK_EVERY_MS = 10

interface Seen {
  /** Statuses of /healthz and /readyz, without repetitions. */
  readonly answers: readonly string[]
  /** Sent as soon as the product reports that it is ready. */
  readonly firstTap: Call
}

async function lookUntilReady(url: string): Promise<Seen> {
  const ask = (path: string): Promise<Call | undefined> => call(`${url}${path}`).catch(() => undefined)
  const answers = new Set<string>()
  const isReady = async (): Promise<void> => {
    const [ready, health] = [await ask('/readyz'), await ask('/healthz')]
    if (ready?.status === 503) expect(ready.body).toMatchObject({ code: 'starting' })
    if (ready !== undefined && health !== undefined) answers.add(`${health.status} ${ready.status}`)
    expect([...answers]).toContain('200 200')
  }
  await eventually(isReady, { everyMs: LOOK_EVERY_MS })
  return { answers: [...answers], firstTap: await tap(url) }
}

describe('the first start', () => {
  let folder: DataFolder
  let product: Product
  let seen: Seen

  beforeAll(async () => {
    folder = await createDataFolder()
    const port = await freePort()
    const starting = startProductProcess({ dataDir: folder.path, env: { PORT: String(port) } })
    ;[product, seen] = await Promise.all([starting, lookUntilReady(`http://127.0.0.1:${port}`)])
  })
  afterAll(() => folder.remove())

  test('is alive but not ready until it reports that it is [RUN-11]', () => {
    expect(seen.answers).toEqual(['200 503', '200 200'])
    expect(seen.firstTap).toMatchObject({ status: 200, body: { slug: 'demo' } })
  })

  test('ends with a box that shows addresses and the login', () => {
    const box = product.output().slice(product.output().indexOf('╭'))
    for (const line of [
      PRODUCT.name,
      `Panel         ${product.url}`,
      `Perfil demo   ${product.url}/pages/demo`,
      `Correos       ${product.url}/dev/mail?key=`,
      `Datos         ${folder.path}`,
      `Administrador ${ADMIN_EMAIL}`,
      'Guárdala: no se vuelve a mostrar.',
    ]) {
      expect(box).toContain(`│ ${line}`)
    }
    expect(product.errors()).toBe('')
    expect(logged(product.output())).toEqual([])
  })

  test('creates an administrator who signs in only with the password of the box [RUN-10]', async () => {
    const answer = await login(product.url, product.adminPassword!)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ user: { email: ADMIN_EMAIL, is_admin: true } })
    expect((await login(product.url, `${product.adminPassword}x`)).status).toBe(401)
    await product.said('"security":"login-failed"')
    expect(product.output()).not.toContain(`${product.adminPassword}x`)
    const statuses = [product.mailUrl!, `${product.url}/dev/mail`].map(
      async (url) => (await fetch(url)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })

  longTest('keeps its port', async () => {
    const { port } = new URL(product.url)
    expect(await refusedStart(await ownDataFolder(), { PORT: port })).toMatch(
      new RegExp(`^El puerto ${port} ya está en uso: .*PORT`),
    )
  })

  test('ends with code 0 by Ctrl-C', async () => {
    expect(await product.stop()).toBe(0)
  })
})
