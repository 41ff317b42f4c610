import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataFolder } from '../platform/settings/data-folder.ts'
import { oneLogin } from '../platform/postgres/connection.ts'
import {
  ensureDatabase,
  findRunningPostgres,
  startPostgresServer,
} from '../product/embedded-postgres/postgres-server.ts'
import { openOpsBackend } from './ops-session.ts'
import { commandLineIn, writeSecrets } from './testing/command-line.ts'
import { LOG_IN_POSTGRES } from '../product/testing/backend-on.ts'
import { foundAdministrator, filesOfTests } from './testing/installed-product.ts'
import { logLine, writeLog } from './testing/log-lines.ts'

const PASSWORD = 'clave ñ/1'
const IMPORT = 'import access-log a.log --map a.log.map.json'

/** Leaves what a first start leaves: a server with a migrated database and an administrator. */
async function startProduct(dataDir: string): Promise<() => Promise<void>> {
  const claim = await claimDataFolder(dataDir)
  const say = (): void => undefined
  const server = await startPostgresServer({ dataDir, password: PASSWORD, say, durable: false })
  await ensureDatabase(server, 'app')
  const backend = await openOpsBackend(oneLogin(server.url('app')), filesOfTests(), LOG_IN_POSTGRES)
  await foundAdministrator(backend)
  await backend.close()
  return () => server.stop().finally(() => claim.release())
}

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
})
afterEach(async () => {
  // A test that fails halfway may leave a server behind.
  const left = findRunningPostgres(join(dir, 'data'))
  if (left) process.kill(left.pid, 'SIGQUIT')
  await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

test('an import joins the running product, and without it starts and stops the server itself', async () => {
  const dataDir = join(dir, 'data')
  await writeSecrets(dataDir, PASSWORD)
  const stop = await startProduct(dataDir)
  const ops = commandLineIn(dir)
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
