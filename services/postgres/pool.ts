import pg from 'pg'

/** What a connection may do: make tables, keep log and vault, write read models, see read models. */
export type DatabaseRole = 'svc_owner' | 'svc_app' | 'svc_projector' | 'svc_reader'

export interface ConnectionOptions {
  readonly role: DatabaseRole
  readonly applicationName: string
  /** How long a statement may take; a server that falls silent is given up a little later. */
  readonly statementTimeoutMs?: number
}

const STATEMENT_MS_MAX = 30_000
const SILENCE_MS = 500
/** Every query is short: to fork workers for one, as a table without statistics invites to, costs a hundred times its time. */
const NO_WORKERS = '-c max_parallel_workers_per_gather=0'
/** What is answered is on disk, whatever the server is set to; read models alone take this back, for each of their batches. */
const DURABLE = '-c synchronous_commit=on'

/**
 * Settings of a connection that acts as one role.
 * They travel in the start-up packet, so that no query has to run before the first one.
 */
export function connectionConfig(url: string, options: ConnectionOptions): pg.ClientConfig {
  const timeout = options.statementTimeoutMs ?? STATEMENT_MS_MAX
  return {
    connectionString: url,
    application_name: options.applicationName,
    connectionTimeoutMillis: 1_500,
    keepAlive: true,
    options: `-c role=${options.role} -c statement_timeout=${timeout} -c timezone=UTC ${NO_WORKERS} ${DURABLE}`,
  }
}

export function createPool(url: string, options: ConnectionOptions & { readonly max: number }): pg.Pool {
  const silence = (options.statementTimeoutMs ?? STATEMENT_MS_MAX) + SILENCE_MS
  return openPool({ ...connectionConfig(url, options), max: options.max, query_timeout: silence })
}

/** A pool in which a connection that breaks ends no process. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // A connection that breaks is replaced by the pool, and the next query says what is wrong; without somebody who
  // listens, one that breaks between two statements of a transaction would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
