import pg from 'pg'
import { codeOf } from '@app/contracts/start-error.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'

const CONNECT_MS_MAX = 2_000
const QUERY_MS_MAX = 60_000
/** The caller may need a database without connections next, e.g. to copy it. */
const HANG_UP_MS_MAX = 2_000
const DUPLICATE_DATABASE = ['42P04', '23505']

export function postgresUrl(
  port: number,
  password: string,
  database: string,
  user: string = 'postgres',
): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: QUERY_MS_MAX,
  })
  client.on('error', () => undefined) // a lost server fails the query too
  try {
    await client.connect()
    const result = await work(client)
    await farewell(client, HANG_UP_MS_MAX)
    return result
  } catch (error) {
    void farewell(client)
    throw error
  }
}

export type Answer =
  | { readonly is: 'ready' }
  /** The server replays its log after a crash, or has no free connection. */
  | { readonly is: 'starting' }
  | { readonly is: 'wrong-password' }
  | { readonly is: 'silent'; readonly cause: unknown }

export async function askServer(url: string): Promise<Answer> {
  try {
    await withConnection(url, (client) => client.query('select 1'))
    return { is: 'ready' }
  } catch (cause) {
    const code = codeOf(cause)
    if (code === '57P03' || code === '53300') return { is: 'starting' }
    if (code === '28P01' || code === '28000') return { is: 'wrong-password' }
    return { is: 'silent', cause }
  }
}

/** May be called concurrently. */
export async function ensureDatabase(server: { url(database: string): string }, name: string): Promise<void> {
  await withConnection(server.url('postgres'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return
    try {
      await client.query(`create database ${client.escapeIdentifier(name)}`)
    } catch (error) {
      if (!DUPLICATE_DATABASE.includes(codeOf(error) ?? '')) throw error
    }
  })
}

const FAREWELL_MS_MAX = 250

/** Closes the socket without a Terminate message, which an unresponsive server would not read. */
export function destroyConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Never rejects. @param msMax for the server to close the connection, which a silent one never does */
export async function farewell(client: pg.Client, msMax = FAREWELL_MS_MAX): Promise<void> {
  await withTimeout(Promise.allSettled([client.end()]), msMax, () => undefined)
  destroyConnection(client)
}

export interface DatabaseUrls {
  /** Only runs migrations at the start. */
  readonly owner: string
  /** Appends to the log, reads it, and writes the vault. */
  readonly app: string
  readonly projector: string
  readonly reader: string
}

export const oneLogin = (url: string): DatabaseUrls => ({ owner: url, app: url, projector: url, reader: url })
