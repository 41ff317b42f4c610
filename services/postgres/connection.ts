import pg from 'pg'
import { codeOf } from '@app/contracts/start-error.ts'

const CONNECT_MS_MAX = 2_000
const QUERY_MS_MAX = 60_000
const DUPLICATE_DATABASE = ['42P04', '23505']

/** Address of a database of the embedded server. */
export function postgresUrl(
  port: number,
  password: string,
  database: string,
  user: string = 'postgres',
): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

/** Opens one connection, works, closes it. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: QUERY_MS_MAX,
  })
  client.on('error', () => undefined) // a server that goes away also fails the query, and that is enough
  try {
    await client.connect()
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    // Not awaited: to a server that hangs, the goodbye would hang as well.
    void client.end().catch(() => undefined)
    throw error
  }
}

export type Answer =
  | { readonly is: 'ready' }
  /** It is there, but replays its log after a crash, or is full. */
  | { readonly is: 'starting' }
  | { readonly is: 'wrong-password' }
  | { readonly is: 'silent'; readonly cause: unknown }

/** Asks a server whether it takes connections. */
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

/** Creates a database that is missing. Two callers at once are one too many, and harmless. */
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
