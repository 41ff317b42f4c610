import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withConnection } from './postgres-connection.ts'
import { findRunningPostgres } from './postgres-server.ts'
import { restartDelayMs, supervisePostgres, type SupervisedPostgres } from './postgres-supervisor.ts'

const PASSWORD = 'clave'
const BACK = { timeout: 20_000, interval: 20 }
let dataDir: string
let server: SupervisedPostgres | undefined
let heard: string[]

// One cluster for all: to make one takes longer than a test.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-postgres-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))
beforeEach(() => {
  server = undefined
  heard = []
})
afterEach(() => server?.stop())

async function start(): Promise<SupervisedPostgres> {
  server = await supervisePostgres(
    { dataDir, password: PASSWORD, durable: false, say: () => undefined },
    {
      onDied: () => heard.push('died'),
      onRestarted: () => heard.push('back'),
      onFailed: (_error, attempt) => heard.push(`attempt ${attempt} failed`),
    },
  )
  return server
}

const query = (text: string): Promise<unknown[]> =>
  withConnection(server!.url('postgres'), async (client) => (await client.query<object>(text)).rows)
const kill = (): void => void process.kill(findRunningPostgres(dataDir)!.pid, 'SIGKILL')
const heardBack = (times: number): Promise<void> =>
  vi.waitFor(() => expect(heard.filter((what) => what === 'back')).toHaveLength(times), BACK)

test('attempts begin at once and are soon five seconds apart', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 60].map(restartDelayMs)).toEqual([
    0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
  ])
})

test('a server that is killed comes back on the same port, with what was committed', async () => {
  const { port } = await start()
  await query('create table fact as select 7 as n')
  kill()
  await heardBack(1)
  expect([heard, findRunningPostgres(dataDir)?.port]).toEqual([['died', 'back'], port])
  expect(await query('select n from fact')).toEqual([{ n: 7 }])
  expect(server?.status()).toEqual({ up: true, restarts: 1 })
  await server?.stop()
  expect([findRunningPostgres(dataDir), heard]).toEqual([undefined, ['died', 'back']])
})

test('a stop ends the restarts, and nothing appears after it', async () => {
  const { port } = await start()
  kill()
  await vi.waitFor(() => expect(heard).toContain('died'), BACK)
  await Promise.all([server!.stop(), server!.stop()])
  expect(findRunningPostgres(dataDir)).toBeUndefined()
  // Nobody listens there any more, nor will.
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
})
