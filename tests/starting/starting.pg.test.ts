import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STORE_LIMITS } from '@app/contracts/event-store.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { READ_MODELS } from '@app/contracts/read-models.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/processes/free-port.ts'
import { addPreviews, inDatabaseOf } from '../support/large-log.ts'
import {
  ADMIN_EMAIL,
  asAdministrator,
  call,
  login,
  tap,
  type Call,
} from '../support/processes/product-calls.ts'
import { caughtUp, lengthOfLog, logOf } from '../kills/product-log.ts'
import {
  createDataFolder,
  ownDataFolder,
  ownUsedFolder,
  startProductProcess,
  type DataFolder,
  type Product,
} from '../support/processes/product-process.ts'
import { refusedStart } from '../support/processes/refused-start.ts'

const CHOSEN = 'Clave-elegida-1'

function secretFile(folder: string, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  return path
}

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
    const line = /^\{"level":40,.*"security":"login-failed".*$/m.exec(product.output())?.[0] ?? ''
    expect(JSON.parse(line)).toMatchObject({
      account: expect.stringMatching(/^[\w-]{36}$/) as unknown,
      network: '127.0.0.0/24',
      caller: expect.stringMatching(/^[\w-]+$/) as unknown,
    })
    expect(line).not.toContain('127.0.0.1')
    expect(product.output()).not.toContain(`${product.adminPassword}x`)
  })

  test('serves the demo page, and records the tap on it', async () => {
    expect((await call(`${product.url}/pages/demo`)).body.text).toContain('Antonia Rivas Soto')
    expect((await tap(product.url)).status).toBe(200)
    // The tap may be recorded after the page's answer.
    const types = async () => (await logOf(folder.path)).map(({ type }) => type)
    await expect.poll(types).toContain('ProfileTapped')
  })

  test('creates secrets that only its user can read', () => {
    const dir = join(folder.path, 'secrets')
    const modes = readdirSync(dir).map((name) => [name, statSync(join(dir, name)).mode & 0o777])
    const logins = ['postgres', 'postgres-app', 'postgres-projector', 'postgres-reader']
    const names = ['jwt', 'master', ...logins, 'seal', 'visitor']
    const files = Object.fromEntries(names.map((name) => [name, 0o600]))
    expect(Object.fromEntries(modes)).toEqual({ ...files, epochs: 0o700 })
    expect(statSync(join(dir, 'epochs', '1')).mode & 0o777).toBe(0o600)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  test('reports that it is alive and ready', async () => {
    expect(await call(`${product.url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
    const { status, body } = await call(`${product.url}/readyz`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ready', event_log: { adapter: 'postgres', ok: true } })
    expect(body.projections).toHaveLength(READ_MODELS.length)
  })

  test('reports details to direct requests on this machine', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect(await (await fetch(`${product.url}/readyz`, { headers })).json()).toEqual({ status: 'ready' })
    const statuses = [undefined, headers].map(
      async (given) => (await fetch(`${product.url}/metrics`, { headers: given ?? {} })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })

  test('shows stored mails only at the address of the box', async () => {
    const statuses = [product.mailUrl!, `${product.url}/dev/mail`, `${product.mailUrl!}x`].map(
      async (url) => (await fetch(url)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  })

  test('refuses a second start on its data folder [RUN-6]', async () => {
    expect(await refusedStart(folder.path)).toMatch(
      new RegExp(
        `^La carpeta de datos .* ya está en uso por el proceso ${product.pid}: ciérralo o .*DATA_DIR`,
      ),
    )
    expect((await tap(product.url)).status).toBe(200)
  })

  test('keeps its port', async () => {
    const { port } = new URL(product.url)
    expect(await refusedStart(await ownDataFolder(), { PORT: port })).toMatch(
      new RegExp(`^El puerto ${port} ya está en uso: .*PORT`),
    )
  })
})

describe('a start that fails', () => {
  test('names an unwritable data folder [RUN-7]', async () => {
    expect(await refusedStart('/dev/null/x')).toMatch(
      /^No se puede escribir en la carpeta de datos \/dev\/null\/x .*DATA_DIR/,
    )
  })

  test('names an invalid setting, and changes nothing [RUN-7]', async () => {
    const dataDir = join(await ownDataFolder(), 'data')
    expect(await refusedStart(dataDir, { PORT: 'abc' })).toMatch(/^PORT: debe ser un número de puerto/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('names an absent database', async () => {
    const env = { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` }
    expect(await refusedStart(await ownDataFolder(), env)).toMatch(/base de datos .*DATABASE_URL/)
  })

  test('names a Node with wrong days of Santiago, and changes nothing [RUN-7]', async () => {
    const dataDir = join(await ownDataFolder(), 'data')
    const preload = join(import.meta.dirname, '../support/wrong-zone.preload.cjs')
    expect(await refusedStart(dataDir, { NODE_OPTIONS: `--require=${preload}` })).toMatch(
      /^Este Node \(v.*\) calcula mal los días de America\/Santiago/,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('names a secret that production requires [ACC-22]', async () => {
    const dataDir = await ownDataFolder()
    expect(await refusedStart(dataDir, { NODE_ENV: 'production' })).toMatch(/^JWT_SECRET_FILE: .*production/)
    expect(readdirSync(dataDir)).toEqual([])
  })
})

test('production runs with given secrets and password, and refuses another master key for the same data', async () => {
  const keys = await ownDataFolder()
  const dataDir = await ownDataFolder()
  const env = {
    NODE_ENV: 'production',
    JWT_SECRET_FILE: secretFile(keys, 'jwt'),
    MASTER_KEY_FILE: secretFile(keys, 'master'),
    VISITOR_KEY_FILE: secretFile(keys, 'visitor'),
    SEAL_KEY_FILE: secretFile(keys, 'seal'),
  }
  const first = await startProductProcess({ dataDir, env: { ...env, ADMIN_PASSWORD: CHOSEN } })
  expect(first.output()).toMatch(/│ Contraseña +la de ADMIN_PASSWORD +│/)
  expect(first.output()).not.toContain(CHOSEN)
  expect(await first.stop()).toBe(0)
  expect(readdirSync(join(dataDir, 'secrets')).sort()).toEqual([
    'epochs',
    'postgres',
    'postgres-app',
    'postgres-projector',
    'postgres-reader',
  ])
  const other = { ...env, MASTER_KEY_FILE: secretFile(keys, 'other') }
  expect(await refusedStart(dataDir, other)).toMatch(
    /^La clave maestra no es la de esta base de datos: .*MASTER/,
  )
  const again = await startProductProcess({ dataDir, env })
  expect((await login(again.url, CHOSEN)).status).toBe(200)
})

test('a chosen password signs in, is never shown, and can be replaced by another', async () => {
  const { dataDir, password } = await ownUsedFolder()
  const product = await startProductProcess({ dataDir, env: { ADMIN_PASSWORD: CHOSEN } })
  expect(product.output()).not.toMatch(/Contraseña/)
  expect(product.output()).not.toContain(CHOSEN)
  expect((await login(product.url, CHOSEN)).status).toBe(200)
  expect((await login(product.url, password)).status).toBe(401)
})

const FROM_A_NEWER_PROGRAM = `
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select (select max(position) + 1 from log.events), 'profile-' || gen_random_uuid(), 0, gen_random_uuid(),
    'ProfileDeactivated', 99, '{}', meta, now()
  from log.events where type = 'ProfileCreated'`

test('stopped read models do not delay the start, and are named', async () => {
  const { dataDir } = await ownUsedFolder()
  await inDatabaseOf(dataDir, async (client) => {
    await client.query(FROM_A_NEWER_PROGRAM)
  })
  const product = await startProductProcess({ dataDir })
  // Both read the event; who has stopped by then is named.
  expect(product.output()).toMatch(
    /Vistas detenidas: (?:profiles|history|profiles, history)\. Sus cifras no avanzan; \/readyz dice por qué\./,
  )
  await eventually(async () => {
    const { status, body } = await call(`${product.url}/readyz`)
    expect([status, body.status]).toEqual([503, 'not-ready'])
    const views = body.projections as { readonly projection: string; readonly error: string | null }[]
    const error = expect.stringContaining('version 99') as string
    expect(views.filter((view) => view.error !== null)).toMatchObject([
      { projection: 'profiles', state: 'stopped', error },
      { projection: 'history', state: 'stopped', error },
    ])
  })
})

/** Three times the events that one read of the log scans; large-log.long.test.ts has many more. */
const PREVIEWS = 3 * STORE_LIMITS.scannedEventsMax

test('a start passes any number of events that nearly no read model handles', async () => {
  const { dataDir, password } = await ownUsedFolder()
  await addPreviews(dataDir, PREVIEWS)
  const product = await startProductProcess({ dataDir })
  expect(await lengthOfLog(dataDir)).toBeGreaterThan(PREVIEWS)
  await tap(product.url)
  await caughtUp(product.url)
  const profiles = await asAdministrator(product.url, password, '/api/admin/profiles')
  expect(profiles).toMatchObject([{ slug: 'demo', visits: 1 }])
})
