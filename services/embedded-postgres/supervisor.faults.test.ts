import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '@app/observability/log.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { clusterOf } from './pid-file.ts'
import { findRunningPostgres } from './postgres-server.ts'
import { supervisePostgres, type SupervisedPostgres } from './embedded-database.ts'

const now = { dataDir: '', heard: [] as string[], server: undefined as SupervisedPostgres | undefined }
// The tests share a cluster, because making one takes longer than a test.
beforeAll(async () => void (now.dataDir = await mkdtemp(join(tmpdir(), 'app-postgres-'))))
afterAll(() => rm(now.dataDir, { recursive: true, force: true }))
afterEach(() => now.server?.stop())

async function start(): Promise<SupervisedPostgres> {
  now.heard = []
  const say = (line: string): void => void now.heard.push(line)
  const options = { dataDir: now.dataDir, password: 'clave', durable: false, say, log: createLog('silent') }
  return (now.server = await supervisePostgres(options))
}
const query = (text: string): Promise<unknown[]> =>
  withConnection(now.server!.url('postgres'), async (client) => (await client.query<object>(text)).rows)
const kill = (): void => void process.kill(findRunningPostgres(now.dataDir)!.pid, 'SIGKILL')
const isBack = (): Promise<void> =>
  eventually(() => expect(now.server!.status()).toEqual({ up: true, restarts: 1 }))

test('a killed server restarts on the same port with its committed rows [RUN-2]', async () => {
  const { port } = await start()
  await query('create table fact as select 7 as n')
  kill()
  await isBack()
  expect(findRunningPostgres(now.dataDir)?.port).toBe(port)
  expect(await query('select n from fact')).toEqual([{ n: 7 }])
  await now.server?.stop()
  expect(findRunningPostgres(now.dataDir)).toBeUndefined()
  expect(now.heard.filter((line) => line.startsWith('PostgreSQL se detuvo'))).toHaveLength(1)
})

test('a stop ends the restarts, and no server appears after it', async () => {
  const { port } = await start()
  kill()
  await eventually(() => expect(now.server?.status().up).toBe(false))
  await Promise.all([now.server!.stop(), now.server!.stop()])
  expect(findRunningPostgres(now.dataDir)).toBeUndefined()
  // The port stays free.
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
})

test('restarts are attempted for as long as an obstacle lasts', async () => {
  const { port } = await start()
  const cluster = clusterOf(now.dataDir)
  await rename(join(cluster, 'global'), join(cluster, 'global.away'))
  kill()
  await eventually(() => expect(now.heard.at(-1)).toContain('todavía no parte'))
  expect(now.server?.status()).toEqual({ up: false, restarts: 0 })
  await rename(join(cluster, 'global.away'), join(cluster, 'global'))
  await isBack()
  expect(findRunningPostgres(now.dataDir)?.port).toBe(port)
})
