import { findRunningPostgres } from '../product/embedded-postgres/cluster.ts'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { claimDataFolder } from '../platform/settings/data-folder.ts'
import { oneLogin, ensureDatabase } from '../platform/postgres/connection.ts'
import { startPostgresServer } from '../product/embedded-postgres/postgres-server.ts'
import { LOG_IN_POSTGRES } from '../product/testing/backend-on.ts'
import { migrate } from '../platform/postgres/migrations.ts'
import { ownDatabase } from '../../tests/support/test-database.ts'
import { commandLineIn, writeSecrets, type CommandLine } from './testing/command-line.ts'
import { filesOfTests, foundAdministrator, installProduct, trafficIn } from './testing/installed-product.ts'
import { logLine, writeLog } from './testing/log-lines.ts'
import { openOpsBackend } from './ops-session.ts'

const IMPORT = 'import access-log a.log --map a.log.map.json'
const PASSWORD = 'clave ñ/1'

let dir: string
let dataDir: string
let ops: CommandLine
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  dataDir = join(dir, 'data')
  ops = commandLineIn(dir)
})
afterEach(async () => {
  // A test that fails halfway may leave a server behind.
  const left = findRunningPostgres(dataDir)
  if (left) process.kill(left.pid, 'SIGQUIT')
  await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

test('a call without an order, before a first start, with a wrong setting or another administrator says so in one line', async () => {
  await writeLog(join(dir, 'a.log'), [logLine()])
  const { code, out, err } = await ops.run('')
  expect([code, out]).toEqual([2, expect.stringContaining('Uso: npm run ops -- ORDEN')])
  expect(err).toContain('Falta la orden.')
  for (const order of [IMPORT, 'verify']) {
    const never = await ops.run(order)
    expect(never.code).toBe(1)
    expect(never.err).toMatch(/^En .*data nunca se ha iniciado el producto: ejecuta npm start/)
    expect(existsSync(dataDir)).toBe(false)
  }
  const wrong = await commandLineIn(dir, { DATABASE_URL: 'nothing' }).run('verify')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/^DATABASE_URL: debe ser.*\n$/)])
  const product = await installProduct()
  onTestFinished(product.close)
  await writeSecrets(dataDir)
  const other = commandLineIn(dir, { DATABASE_URL: product.url, ADMIN_EMAIL: 'otra@tests.example' })
  const refused = await other.run(IMPORT)
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^ADMIN_EMAIL: otra@/)])
  expect(await trafficIn(product.backend)).toEqual([])
})

/** Leaves what a first start leaves: a server with a migrated database and an administrator. */
async function startProduct(): Promise<() => Promise<void>> {
  const claim = await claimDataFolder(dataDir)
  const say = (): void => undefined
  const server = await startPostgresServer({ dataDir, password: PASSWORD, say, durable: false })
  await ensureDatabase(server, 'app')
  const backend = await openOpsBackend(oneLogin(server.url('app')), filesOfTests(), LOG_IN_POSTGRES)
  await foundAdministrator(backend)
  await backend.close()
  return () => server.stop().finally(() => claim.release())
}

test('an import joins the running product, and without it starts and stops the server itself', async () => {
  await writeSecrets(dataDir, PASSWORD)
  const stop = await startProduct()
  await writeLog(join(dir, 'a.log'), [logLine()])
  await writeLog(join(dir, 'b.log'), [logLine({ address: '203.0.113.10' })])

  const beside = await ops.run(IMPORT)
  expect(beside).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/Toques nuevos +1/),
  })
  expect(findRunningPostgres(dataDir)).toMatchObject({ pid: expect.any(Number) })
  await stop()

  const alone = await ops.run(IMPORT.replace('a.log ', 'b.log '))
  expect(alone).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/Toques nuevos +1/) })
  expect(findRunningPostgres(dataDir)).toBeUndefined()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('lock-'))).toEqual([])

  const stopped = await ops.run('verify', (out, kill) =>
    out.includes('PostgreSQL listo') ? kill('SIGTERM') : undefined,
  )
  expect(stopped.code).not.toBe(0)
  expect(findRunningPostgres(dataDir)).toBeUndefined()
})

test('migrate prepares the database as its owner, needs no keys, and may be repeated', async () => {
  const database = await ownDatabase()
  const app = new URL(database)
  app.searchParams.set('options', '-c role=svc_app')
  const env = { NODE_ENV: 'production', DATABASE_URL: app.href, DATABASE_OWNER_URL: database }
  ops = commandLineIn(dir, env)
  const first = await ops.run('migrate')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/quedó al día \(migraciones: \d+\)/)
  expect((await ops.run('migrate')).out).toContain('ya está al día')
  expect(await migrate(app.href)).toEqual([])
  expect(await readdir(dir)).toEqual([])
})

test('migrate does nothing for the embedded database', async () => {
  expect(await ops.run('migrate')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Sin DATABASE_URL') as string,
  })
})
