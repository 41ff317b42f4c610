import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { findRunningPostgres } from '@app/outside/postgres-server.ts'
import { freePort } from './free-port.ts'
import { ADMIN_EMAIL, call, login, tap, type Call } from './product-calls.ts'
import { logOf } from './product-log.ts'
import {
  createDataFolder,
  ownDataFolder,
  ownUsedFolder,
  processesOn,
  removeUsedFolder,
  startProductProcess,
  type DataFolder,
  type Product,
} from './product-process.ts'
import { startProgram } from './program.ts'

vi.setConfig({ testTimeout: 120_000 })

const CHOSEN = 'Clave-elegida-1'
const REFUSED_MS_MAX = 30_000

/** Starts what must not start: one clear Spanish line on the error output, code 1, nothing left running. */
async function refusalOf(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const before = findRunningPostgres(dataDir)
  const program = startProgram('standalone', [], { dataDir, env })
  const patience = new AbortController()
  const tooLong = pause(REFUSED_MS_MAX, 'still running' as const, patience)
  expect(await Promise.race([program.ended, tooLong.catch(() => undefined)])).toBe(1)
  patience.abort()
  expect(program.output()).not.toContain('╯')
  expect(program.errors().trimEnd().split('\n')).toHaveLength(1)
  expect(program.errors()).not.toMatch(/Error:|\bat .*:\d+:\d+|node:internal/)
  if (before === undefined) expect(await processesOn(dataDir)).toEqual([])
  else expect(findRunningPostgres(dataDir)).toEqual(before)
  return program.errors().trimEnd()
}

function secretFile(folder: string, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  return path
}

afterAll(removeUsedFolder)

describe('the first start', () => {
  let folder: DataFolder
  let product: Product

  beforeAll(async () => {
    folder = await createDataFolder()
    product = await startProductProcess({ dataDir: folder.path })
  })
  afterAll(() => folder.remove())

  test('ends with a box that shows where everything is, and how to get in', () => {
    const box = product.output().slice(product.output().indexOf('╭'))
    for (const line of [
      PRODUCT.name,
      `Panel         ${product.url}`,
      `Perfil demo   ${product.url}/pages/demo`,
      `Datos         ${folder.path}`,
      `Administrador ${ADMIN_EMAIL}`,
      'Guárdala: no se vuelve a mostrar.',
    ]) {
      expect(box).toContain(`│ ${line}`)
    }
    expect(product.errors()).toBe('')
  })

  test('makes an administrator who gets in with the password of the box, and with no other', async () => {
    const answer = await login(product.url, product.adminPassword!)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ user: { email: ADMIN_EMAIL, is_admin: true } })
    expect((await login(product.url, `${product.adminPassword}x`)).status).toBe(401)
  })

  test('serves the demo page, and records the tap on it', async () => {
    expect((await call(`${product.url}/pages/demo`)).body.text).toContain('Antonia Rivas Soto')
    const answer = await tap(product.url)
    expect([answer.status, answer.headers.get('tap-status')]).toEqual([200, 'recorded'])
    expect((await logOf(folder.path)).map(({ type }) => type)).toContain('ProfileTapped')
  })

  test('makes secrets that nobody else can read', () => {
    const dir = join(folder.path, 'secrets')
    const modes = readdirSync(dir).map((name) => [name, statSync(join(dir, name)).mode & 0o777])
    expect(Object.fromEntries(modes)).toEqual({ jwt: 0o600, master: 0o600, postgres: 0o600, visitor: 0o600 })
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  test('says that it lives and that it is ready', async () => {
    expect(await call(`${product.url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
    const { status, body } = await call(`${product.url}/readyz`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ready', event_log: { ok: true } })
    expect(body.projections).toHaveLength(4)
  })

  test('keeps a second start off its data folder', async () => {
    expect(await refusalOf(folder.path)).toMatch(
      new RegExp(
        `^La carpeta de datos .* ya está en uso por el proceso ${product.pid}: ciérralo o .*DATA_DIR`,
      ),
    )
    expect((await tap(product.url)).status).toBe(200)
  })

  test('keeps its port', async () => {
    const { port } = new URL(product.url)
    expect(await refusalOf(await ownDataFolder(), { PORT: port })).toMatch(
      new RegExp(`^El puerto ${port} ya está en uso: .*PORT`),
    )
  })
})

describe('a start that cannot be', () => {
  test('names a data folder that cannot be written', async () => {
    expect(await refusalOf('/dev/null/x')).toMatch(
      /^No se puede escribir en la carpeta de datos \/dev\/null\/x .*DATA_DIR/,
    )
  })

  test('names a setting that cannot be used, and touches nothing', async () => {
    const dataDir = join(await ownDataFolder(), 'data')
    expect(await refusalOf(dataDir, { PORT: 'abc' })).toMatch(/^PORT: debe ser un número de puerto/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('names a database that is not there', async () => {
    const env = { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` }
    expect(await refusalOf(await ownDataFolder(), env)).toMatch(/base de datos .*DATABASE_URL/)
  })

  test('names a secret that production has to be given', async () => {
    const dataDir = await ownDataFolder()
    expect(await refusalOf(dataDir, { NODE_ENV: 'production' })).toMatch(/^JWT_SECRET_FILE: .*production/)
    expect(readdirSync(dataDir)).toEqual([])
  })
})

test('production runs with the secrets it is given, and refuses another master key for the same data', async () => {
  const keys = await ownDataFolder()
  const dataDir = await ownDataFolder()
  const env = {
    NODE_ENV: 'production',
    JWT_SECRET_FILE: secretFile(keys, 'jwt'),
    MASTER_KEY_FILE: secretFile(keys, 'master'),
    VISITOR_KEY_FILE: secretFile(keys, 'visitor'),
  }
  const first = await startProductProcess({ dataDir, env })
  expect(await first.stop()).toBe(0)
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['postgres'])
  const other = { ...env, MASTER_KEY_FILE: secretFile(keys, 'other') }
  expect(await refusalOf(dataDir, other)).toMatch(
    /^La clave maestra no es la de esta base de datos: .*MASTER/,
  )
  const again = await startProductProcess({ dataDir, env })
  expect((await login(again.url, first.adminPassword!)).status).toBe(200)
})

test('a password that was chosen gets in, is never shown, and can be replaced by choosing another', async () => {
  const { dataDir, password } = await ownUsedFolder()
  const product = await startProductProcess({ dataDir, env: { ADMIN_PASSWORD: CHOSEN } })
  expect(product.output()).not.toMatch(/Contraseña/)
  expect(product.output()).not.toContain(CHOSEN)
  expect((await login(product.url, CHOSEN)).status).toBe(200)
  expect((await login(product.url, password)).status).toBe(401)
})

test('while it starts the product lives but is not ready, and once it says that it is ready it is', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = startProgram('standalone', [], {
    dataDir: await ownDataFolder(),
    env: { PORT: String(port), ADMIN_PASSWORD: CHOSEN },
  })
  const seen: string[] = []
  const ask = (path: string): Promise<Call | undefined> => call(`${url}${path}`).catch(() => undefined)
  while (seen.at(-1) !== '200 200') {
    const [ready, health] = [await ask('/readyz'), await ask('/healthz')]
    if (ready?.status === 503) expect(ready.body).toMatchObject({ code: 'starting' })
    seen.push(`${health?.status} ${ready?.status}`)
    await pause(10)
  }
  expect(await tap(url)).toMatchObject({ status: 200, body: { slug: 'demo' } })
  expect((await login(url, CHOSEN)).status).toBe(200)
  const answered = seen.filter((one) => !one.includes('undefined'))
  expect([...new Set(answered)]).toEqual(['200 503', '200 200'])
  await program.said('╯')
  expect(program.output()).not.toContain(CHOSEN)
  expect(program.output()).toMatch(/│ Contraseña +la de ADMIN_PASSWORD +│/)
})
