import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '@app/postgres/connection.ts'
import {
  ensureDatabase,
  findRunningPostgres,
  startPostgresServer,
} from '@app/embedded-postgres/postgres-server.ts'
import { isAlive } from '@app/observability/process-facts.ts'
import type { Closing } from './closing.ts'
import { cpuMicrosOfTree } from './processor-time.ts'

export interface BenchServer {
  readonly version: string
  database(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /** Nobody may be connected to the original. */
  copyDatabase(original: string, copy: string): Promise<void>
  /** Of all its processes; undefined where the system does not report it. */
  cpuMicros(): number | undefined
}

/** Without these an acknowledged event may be lost. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const
export type DurabilitySettings = Readonly<Record<string, string>>

export const notDurable = (settings: DurabilitySettings): readonly string[] =>
  DURABLE.filter((name) => settings[name] !== 'on').map((name) => `${name}=${settings[name] ?? 'unknown'}`)

/** @throws Error when an acknowledged event may be lost */
export async function checkDurable(url: string): Promise<{ readonly version: string }> {
  const settings = await withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [[...DURABLE, 'server_version']],
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  })
  const faults = notDurable(settings)
  if (faults.length > 0) throw new Error(`PostgreSQL is not durable: ${faults.join(', ')}`)
  return { version: settings['server_version'] ?? 'unknown' }
}

export async function startBenchServer(folder: string, closing: Closing): Promise<BenchServer> {
  const password = randomBytes(16).toString('hex')
  const server = await startPostgresServer({ dataDir: folder, password, say: () => undefined })
  closing.add(() => server.stop())
  const { version } = await checkDurable(server.url('postgres'))
  const pid = findRunningPostgres(folder)?.pid
  return {
    version,
    database: async (name) => {
      await ensureDatabase(server, name)
      return server.url(name)
    },
    dropDatabase: (name) =>
      withConnection(server.url('postgres'), async (client) => {
        await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
      }),
    copyDatabase: (original, copy) =>
      withConnection(server.url('postgres'), async (client) => {
        const [from, to] = [original, copy].map((name) => client.escapeIdentifier(name))
        await client.query(`create database ${to} template ${from}`)
      }),
    cpuMicros: () => (pid === undefined ? undefined : cpuMicrosOfTree(pid)),
  }
}

export const FOLDER_PREFIX = 'app-bench-'

/** A killed run leaves its server running, which nothing else would stop. */
export async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const runner = name.startsWith(FOLDER_PREFIX)
      ? Number.parseInt(name.slice(FOLDER_PREFIX.length), 10)
      : Number.NaN
    if (Number.isNaN(runner) || isAlive(runner)) continue
    await sweep(join(tmpdir(), name)).catch(() => undefined) // another user's, or already removed
  }
}

export async function sweep(folder: string): Promise<void> {
  const left = findRunningPostgres(folder)
  if (left !== undefined) process.kill(left.pid, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
