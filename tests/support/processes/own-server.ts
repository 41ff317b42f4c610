import { findRunningPostgres } from '@app/services/product/embedded-postgres/cluster.ts'
import { randomBytes } from 'node:crypto'
import { openTcpProxy } from '@app/services/kernel/log/testing/tcp-proxy.ts'
import { withConnection, ensureDatabase } from '@app/services/platform/postgres/connection.ts'
import {
  EMBEDDED_DATABASE,
  startPostgresServer,
} from '@app/services/product/embedded-postgres/postgres-server.ts'
import { onTestFinished } from 'vitest'
import { goneFrom, ownDataFolder } from './product-process.ts'
import { eventually } from '../eventually.ts'

/** A PostgreSQL server of one test, under an address that stays, whose processes are killed while its users go on. */
/** For eight processes of the product. */
const CONNECTIONS_MAX = 200
const LOOK_EVERY_MS = 10

export async function ownServer() {
  const dataDir = await ownDataFolder()
  const password = randomBytes(16).toString('hex')
  const start = () =>
    startPostgresServer({ dataDir, password, say: () => undefined, maxConnections: CONNECTIONS_MAX })
  let server = await start()
  await ensureDatabase(server, EMBEDDED_DATABASE)
  // A server that was started again has another port: its users don't see it.
  const line = await openTcpProxy({
    host: '127.0.0.1',
    get port() {
      return server.port
    },
  })
  onTestFinished(line.close)
  const url = new URL(server.url(EMBEDDED_DATABASE))
  url.port = String(line.port)
  let writer = await stopWalWriter(server.url(EMBEDDED_DATABASE))

  async function strike(): Promise<void> {
    const direct = server.url(EMBEDDED_DATABASE)
    process.kill(findRunningPostgres(dataDir)!.pid, 'SIGKILL')
    // It is stopped, and would not handle the signal to end.
    process.kill(writer, 'SIGKILL')
    await goneFrom(dataDir)
    server = await start()
    writer = await stopWalWriter(direct.replace(/:\d+\//, `:${server.port}/`), writer)
  }

  return { url: url.href, strike }
}

const pidsOf = async (url: string, where: string): Promise<readonly number[]> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where ${where}`)
    return rows.map(({ pid }) => pid)
  })

/** While it writes it has the lock that every commit needs. */
const SLEEPING_WAL_WRITER = `backend_type = 'walwriter' and wait_event = 'WalWriterMain'`

/**
 * Keeps the server from flushing commits that nobody waits for, so that a crash loses them: on a machine at rest it
 * does so a fifth of a second later.
 * @param former the one that was killed
 */
async function stopWalWriter(url: string, former?: number): Promise<number> {
  const sleeping = (): Promise<readonly number[]> => pidsOf(url, SLEEPING_WAL_WRITER).catch(() => [])
  const stopped = async (): Promise<number> => {
    const [pid] = await sleeping()
    if (pid === undefined || pid === former) throw new Error('it does not sleep')
    process.kill(pid, 'SIGSTOP')
    if ((await sleeping()).includes(pid)) return pid
    process.kill(pid, 'SIGCONT')
    throw new Error('it woke up')
  }
  return eventually(stopped, { what: 'a sleeping WAL writer', everyMs: LOOK_EVERY_MS })
}
