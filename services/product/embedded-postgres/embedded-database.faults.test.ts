import { mkdtemp, rm, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, afterEach } from 'vitest'
import { type DatabaseUrls, withConnection } from '../../platform/postgres/connection.ts'
import { createLog } from '../../platform/observability/log.ts'
import { migrate } from '../../platform/postgres/migrations.ts'
import { createPool, type DatabaseRole } from '../../platform/postgres/pool.ts'
import { loadSecrets, type Secrets } from '../../platform/settings/secrets.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import {
  openEmbeddedDatabase,
  type EmbeddedDatabase,
  supervisePostgres,
  type SupervisedPostgres,
} from './embedded-database.ts'
import { clusterOf, findRunningPostgres } from './cluster.ts'

/** Three logins of one real cluster. */

let dataDir: string
let secrets: Secrets
let embedded: EmbeddedDatabase

const secretsIn = (folder: string): Promise<Secrets> =>
  loadSecrets({
    dataDir: folder,
    secretsDir: join(folder, 'secrets'),
    production: false,
    keyFiles: { jwt: undefined, visitor: undefined, seal: undefined },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-logins-'))
  secrets = await secretsIn(dataDir)
  const { signal } = new AbortController()
  embedded = await openEmbeddedDatabase({
    dataDir,
    secrets,
    say: () => undefined,
    log: createLog('silent'),
    signal,
  })
  await migrate(embedded.urls.owner)
  // Each as the product connects, with the role in the start-up packet, over one connection.
  const poolOf = (name: Name) =>
    createPool(embedded.urls[name], { role: ROLES[name], applicationName: 'test', max: 1 })
  clients = { app: poolOf('app'), projector: poolOf('projector'), reader: poolOf('reader') }
})
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()))
  await embedded?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Name = Exclude<keyof DatabaseUrls, 'owner'>
const ROLES: Readonly<Record<Name, DatabaseRole>> = {
  app: 'svc_app',
  projector: 'svc_projector',
  reader: 'svc_reader',
}
const NAMES = Object.keys(ROLES) as Name[]

let clients: Readonly<Record<Name, ReturnType<typeof createPool>>>

test('each login has its own role, and stays in it [LOG-6]', async () => {
  for (const name of NAMES)
    for (const escape of ['set role none', 'reset role', 'set session authorization default']) {
      await clients[name].query(escape)
      const { rows } = await clients[name].query(
        'select session_user as session, current_user as current, rolsuper from pg_roles where rolname = current_user',
      )
      expect(rows[0]).toEqual({ session: ROLES[name], current: ROLES[name], rolsuper: false })
    }
})

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
