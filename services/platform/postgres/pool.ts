import pg from 'pg'
import { withTimeout } from '../concurrency/concurrency-limiter.ts'
import { destroyConnection } from './connection.ts'

export type DatabaseRole = 'svc_owner' | 'svc_app' | 'svc_projector' | 'svc_reader'

export interface ConnectionOptions {
  readonly role: DatabaseRole
  readonly applicationName: string
  /** The client gives up SILENCE_MS later, in case the server does not answer. */
  readonly statementTimeoutMs?: number
}

const STATEMENT_MS_MAX = 30_000
const SILENCE_MS = 500
/** In place of the settings of the server, the database and the login, which may be anything. */
const FIXED = [
  // The forms that the driver reads and writes.
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'array_nulls=on',
  'standard_conforming_strings=on',
  // A writer of the log sees what others wrote while it waited for their lock.
  'default_transaction_isolation=read\\ committed',
  'lock_timeout=0',
  // Only the batches of read models override it.
  'synchronous_commit=on',
  // Queries are short, so parallel workers, which tables without statistics provoke, would cost 100 times as much.
  'max_parallel_workers_per_gather=0',
]

/** A process that freezes in a transaction keeps its locks until the server ends it. */
const SILENT_TRANSACTION_MS_MIN = 60_000

/** Sends the settings in the start-up packet, so that no query has to run first. */
export function connectionConfig(url: string, options: ConnectionOptions): pg.ClientConfig {
  const timeout = options.statementTimeoutMs ?? STATEMENT_MS_MAX
  const silentTransactionMs = Math.max(timeout, SILENT_TRANSACTION_MS_MIN)
  const settings = [
    `role=${options.role}`,
    `statement_timeout=${timeout}`,
    `idle_in_transaction_session_timeout=${silentTransactionMs}`,
    ...FIXED,
  ]
  return {
    connectionString: url,
    application_name: options.applicationName,
    connectionTimeoutMillis: 1_500,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  }
}

type PoolOptions = ConnectionOptions & { readonly max: number }

export function createPool(url: string, options: PoolOptions): pg.Pool {
  const silence = (options.statementTimeoutMs ?? STATEMENT_MS_MAX) + SILENCE_MS
  return openPool({ ...connectionConfig(url, options), max: options.max, query_timeout: silence })
}

const clientsOf = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Close it by `endPool` if the server may be silent then. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const clients = new Set<pg.PoolClient>()
  clientsOf.set(pool, clients)
  // The pool replaces a broken connection. An error without a listener would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined) // while the connection is in use
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  return pool
}

const GRACE_MS = 1_000

/** Never rejects, even when called again. @param graceMs after it, unanswered statements fail */
export async function endPool(pool: pg.Pool, graceMs = GRACE_MS): Promise<void> {
  const ended = Promise.allSettled([pool.end()])
  await withTimeout(ended, graceMs, () => undefined)
  clientsOf.get(pool)?.forEach(destroyConnection)
  await withTimeout(ended, GRACE_MS, () => undefined)
}

/** The first ends a statement whose client has gone; the second bounds its files. A server may refuse either. */
const SETTINGS = ['set client_connection_check_interval = 100', "set temp_file_limit = '64MB'"]

/** Connections of reads that take long: they take none from other reads, and end early. */
export const createHeavyPool = (url: string, options: PoolOptions): pg.Pool =>
  openPool({
    ...connectionConfig(url, options),
    max: options.max,
    onConnect: async (client) => {
      for (const setting of SETTINGS) await client.query(setting).catch(() => undefined)
    },
  })
