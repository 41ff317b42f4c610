import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { clusterOf, findRunningPostgres } from '@app/services/product/embedded-postgres/cluster.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '@app/services/product/embedded-postgres/postgres-server.ts'
import { isAlive } from '@app/services/platform/observability/process-facts.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the database `postgres` of this run's common server. */
    postgresUrl: string
    /** A folder in which a product has been started once; made by the first test that wants a copy (product-process.ts). */
    usedFolder: string
    /** The seed of random inputs; also in the environment as TEST_SEED. */
    seed: number
  }
}

const PREFIX = 'app-test-run-'
const MAX_CONNECTIONS = 200

/** One embedded server for the whole run; every test takes a database of its own (test-database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seed = Number(process.env.TEST_SEED)
  console.log(`TEST_SEED=${seed}`)
  await sweepKilledRuns()
  const runFolder = (name: string) => mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-${name}`))
  const [dataDir, usedFolder] = await Promise.all([runFolder('server-'), runFolder('used-')])
  const password = randomBytes(16).toString('hex')
  const server = await startPostgresServer({
    dataDir,
    password,
    say: () => undefined,
    durable: false,
    maxConnections: MAX_CONNECTIONS,
  })
  await trustAll(server.url('postgres'), dataDir)
  project.provide('postgresUrl', nearestUrl(server, dataDir))
  project.provide('usedFolder', usedFolder)
  project.provide('seed', seed)
  return async () => {
    await server.stop()
    for (const folder of [dataDir, usedFolder]) await rm(folder, { recursive: true, force: true })
  }
}

const SOCKET_BYTES_MAX = 100

/** A statement over the server's socket costs two thirds of one over TCP. */
function nearestUrl({ url, port }: PostgresServer, dataDir: string): string {
  const socket = join(clusterOf(dataDir), `.s.PGSQL.${port}`)
  if (socket.length > SOCKET_BYTES_MAX || !existsSync(socket)) return url('postgres')
  return `${url('postgres')}?host=${clusterOf(dataDir)}`
}

/** A run opens thousands of connections: proving a password would be half of the cost of each. */
async function trustAll(url: string, dataDir: string): Promise<void> {
  await writeFile(
    join(clusterOf(dataDir), 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nlocal all all trust\n',
  )
  await withConnection(url, (client) => client.query('select pg_reload_conf()'))
}

/** A run that was killed leaves its server running, which nobody would ever stop. */
async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const runner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isNaN(runner) || isAlive(runner)) continue
    await sweep(join(tmpdir(), name)).catch(() => undefined) // another user's, or swept by another run just now
  }
}

async function sweep(dataDir: string): Promise<void> {
  const left = findRunningPostgres(dataDir)
  if (left) process.kill(left.pid, 'SIGQUIT')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
