import pg from 'pg'

/** What a connection may do: each role can do less than the one before. */
export type DatabaseRole = 'svc_owner' | 'svc_app' | 'svc_reader'

export interface ConnectionOptions {
  readonly role: DatabaseRole
  readonly applicationName: string
  readonly statementTimeoutMs?: number
}

/**
 * Settings of a connection that acts as one role.
 * They travel in the start-up packet, so that no query has to run before the first one.
 */
export function connectionConfig(url: string, options: ConnectionOptions): pg.ClientConfig {
  const timeout = options.statementTimeoutMs ?? 30_000
  return {
    connectionString: url,
    application_name: options.applicationName,
    connectionTimeoutMillis: 1_500,
    keepAlive: true,
    options: `-c role=${options.role} -c statement_timeout=${timeout} -c timezone=UTC`,
  }
}

export function createPool(url: string, options: ConnectionOptions & { readonly max: number }): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url, options), max: options.max })
  // An idle connection that breaks is replaced by the pool; the next query says what is wrong.
  pool.on('error', () => undefined)
  return pool
}
