import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withConnection } from '../../platform/postgres/connection.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { clusterOf, findRunningPostgres } from './cluster.ts'
import { type PostgresServer, type PostgresServerOptions, startPostgresServer } from './postgres-server.ts'

const PASSWORD = 'clave ñ/1'
/** A cluster to copy: making one takes a second of processor time. */
let made: string
let dataDir: string
let server: PostgresServer | undefined

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'app-postgres-'))
  await (
    await startPostgresServer({ dataDir: made, password: PASSWORD, durable: false, say: () => undefined })
  ).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

// Below a folder that only its owner may enter, as root's home is.
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'app-postgres-')), 'data')
  await chmod(join(dataDir, '..'), 0o700)
  server = undefined
})

afterEach(async () => {
  await server?.stop()
  await rm(join(dataDir, '..'), { recursive: true, force: true })
})

const start = async (options: Partial<PostgresServerOptions> = {}): Promise<PostgresServer> => {
  server = await startPostgresServer({
    dataDir,
    password: PASSWORD,
    durable: false,
    say: () => undefined,
    ...options,
  })
  return server
}

const startOnCopy = async (options: Partial<PostgresServerOptions> = {}): Promise<PostgresServer> => {
  await cp(made, dataDir, { recursive: true })
  return start(options)
}

const query = (on: PostgresServer, text: string): Promise<unknown[]> =>
  withConnection(
    on.url('postgres'),
    async (client) => (await client.query<Record<string, unknown>>(text)).rows,
  )

/** Starts the server in a process that is then killed, so that it cannot clean up. */
const startInKilledProcess = async (): Promise<void> => {
  await cp(made, dataDir, { recursive: true })
  const program = fileURLToPath(new URL('postgres-server.child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir, PASSWORD], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  await Promise.race([once(createInterface(child.stdout), 'line'), gone])
  child.kill('SIGKILL')
  await gone
}

describe('a server that starts and stops', () => {
  test('a server listens on this machine only, by password, in UTF-8 and UTC, and commits durably [LOG-1]', async () => {
    const settings = [
      'listen_addresses',
      'unix_socket_directories',
      'server_encoding',
      'TimeZone',
      'fsync',
      'synchronous_commit',
    ]
    const rows = await query(
      await start({ durable: true }),
      `select setting from unnest(array['${settings.join("','")}']) with ordinality as wanted(name, place)
       join pg_settings using (name) order by place`,
    )
    expect(rows.map((row) => (row as { setting: string }).setting)).toEqual([
      '127.0.0.1',
      '',
      'UTF8',
      'UTC',
      'on',
      'on',
    ])
    await expect(
      withConnection(server!.url('postgres').replace(/:[^:@]*@/, ':otra@'), (client) =>
        client.query('select 1'),
      ),
    ).rejects.toMatchObject({ code: '28P01' })
  })

  test('upper and lower case pair Ñ with ñ, and text sorts by code point', async () => {
    const rows = await query(await startOnCopy(), "select lower('ÑANDÚ') as lower, 'Z' < 'a' as sorted")
    expect(rows).toEqual([{ lower: 'ñandú', sorted: true }])
  })

  test('the password file is removed, and only its owner can read the folder of the cluster', async () => {
    await start()
    expect((await readdir(dataDir)).filter((name) => name.includes('password'))).toEqual([])
    expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600)
  })
})

test('a server that outlives its parent is adopted with its data by the next start, which stops it', async () => {
  await startInKilledProcess()
  const orphan = findRunningPostgres(dataDir)
  const said: string[] = []
  const adopted = await start({ say: (line) => said.push(line) })
  expect(adopted.port).toBe(orphan?.port)
  expect(said).toEqual([
    `PostgreSQL seguía abierto en el puerto ${orphan?.port} (proceso ${orphan?.pid}): se retoma.`,
  ])
  await query(adopted, 'create table fact as select 1 as n')
  await adopted.stop()
  expect(await query(await start(), 'select n from fact')).toEqual([{ n: 1 }])
})

describe('a server that dies', () => {
  test('is killed and started again when it runs but does not answer', async () => {
    const hung = await startOnCopy()
    const { pid } = findRunningPostgres(dataDir)!
    process.kill(pid, 'SIGSTOP')
    await start()
    expect(findRunningPostgres(dataDir)?.pid).not.toBe(pid)
    await eventually(() => expect(hung.isAlive()).toBe(false))
  })

  test('starts again even if another process has the number in its pid file', async () => {
    const pidFile = join(clusterOf(dataDir), 'postmaster.pid')
    await startOnCopy()
    const [, ...lines] = (await readFile(pidFile, 'utf8')).split('\n')
    await server!.stop()
    await writeFile(pidFile, [process.pid, ...lines].join('\n'))
    expect(findRunningPostgres(dataDir)).toBeUndefined()
    expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }])
  })
})

describe('a server reports why it cannot start', () => {
  test('with a password other than that of the data', async () => {
    await (await startOnCopy()).stop()
    await expect(start({ password: 'otra' })).rejects.toThrow(/no acepta la contraseña/)
    expect(findRunningPostgres(dataDir)).toBeUndefined()
  })

  test('with the end of its log', async () => {
    await (await startOnCopy()).stop()
    await appendFile(join(clusterOf(dataDir), 'postgresql.conf'), 'unheard_of = 1\n')
    await expect(start()).rejects.toThrow(/PostgreSQL no partió[^]*unheard_of/)
  })
})

test('a log over its limit is renamed at the next start', async () => {
  await (await startOnCopy()).stop()
  await writeFile(join(dataDir, 'postgres.log'), 'x'.repeat(5 * 1024 * 1024 + 1))
  await start()
  expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBeGreaterThan(5 * 1024 * 1024)
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000)
})

test('a half made cluster is made again', async () => {
  await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }])
})
