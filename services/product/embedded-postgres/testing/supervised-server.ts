import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createLog } from '../../../platform/observability/log.ts'
import { withConnection } from '../../../platform/postgres/connection.ts'
import { findRunningPostgres } from '../postgres-server.ts'
import { supervisePostgres, type SupervisedPostgres } from '../supervisor.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

const PASSWORD = 'clave'

/** A supervised server for the tests of one file. They share a cluster, because making one takes longer than a test. */
export function superviseInTests() {
  const now = { dataDir: '', heard: [] as string[], server: undefined as SupervisedPostgres | undefined }
  beforeAll(async () => {
    now.dataDir = await mkdtemp(join(tmpdir(), 'app-postgres-'))
  })
  afterAll(() => rm(now.dataDir, { recursive: true, force: true }))
  beforeEach(() => {
    now.server = undefined
    now.heard = []
  })
  afterEach(() => now.server?.stop())

  async function start(): Promise<SupervisedPostgres> {
    now.server = await supervisePostgres({
      dataDir: now.dataDir,
      password: PASSWORD,
      durable: false,
      say: (line) => now.heard.push(line),
      log: createLog('silent'),
    })
    return now.server
  }

  return {
    now,
    start,
    query: (text: string): Promise<unknown[]> =>
      withConnection(now.server!.url('postgres'), async (client) => (await client.query<object>(text)).rows),
    kill: (): void => void process.kill(findRunningPostgres(now.dataDir)!.pid, 'SIGKILL'),
    isBack: (): Promise<void> =>
      eventually(() => expect(now.server!.status()).toEqual({ up: true, restarts: 1 })),
  }
}
