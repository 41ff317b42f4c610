import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withConnection } from './postgres-connection.ts'
import { clusterOf } from './postgres-pid-file.ts'
import { findRunningPostgres } from './postgres-server.ts'
import { supervisePostgres, type SupervisedPostgres } from './postgres-supervisor.ts'

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

test('so does one that was left by a killed process and taken over', async () => {
  const program = fileURLToPath(new URL('postgres-server.child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir, PASSWORD], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await start()
  kill()
  await heardBack(1)
  expect(await query('select 1 as n')).toEqual([{ n: 1 }])
})

test.runIf(process.platform === 'linux')(
  'a backend that outlives its postmaster is ended, and does not hinder the restart',
  async () => {
    await start()
    const held = withConnection(server!.url('postgres'), async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(rows[0]!.pid, 'SIGSTOP')
      kill()
      await client.query('select 1')
    }).catch(() => 'broken')
    await heardBack(1)
    expect(await held).toBe('broken')
    expect(heard).toEqual(['died', 'back'])
  },
)

test('what hinders a restart is waited out, for as long as it lasts', async () => {
  const { port } = await start()
  const cluster = clusterOf(dataDir)
  await rename(join(cluster, 'global'), join(cluster, 'global.away'))
  kill()
  await vi.waitFor(() => expect(heard).toContain('attempt 2 failed'), BACK)
  expect(server?.status()).toEqual({ up: false, restarts: 0 })
  await rename(join(cluster, 'global.away'), join(cluster, 'global'))
  await heardBack(1)
  expect(findRunningPostgres(dataDir)?.port).toBe(port)
})
