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
async function farewell(client: pg.Client, msMax = FAREWELL_MS_MAX): Promise<void> {
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

export const LOGIN_ROLES = { app: 'svc_app', projector: 'svc_projector', reader: 'svc_reader' } as const
type LoginName = keyof typeof LOGIN_ROLES
export type LoginPasswords = Readonly<Record<LoginName, string>>

const NAMES = Object.keys(LOGIN_ROLES) as LoginName[]

interface Server {
  readonly port: number
  url(database: string): string
}

function loginUrls(server: Server, database: string, passwords: LoginPasswords): DatabaseUrls {
  const of = (name: LoginName): string =>
    postgresUrl(server.port, passwords[name], database, LOGIN_ROLES[name])
  return { owner: server.url(database), app: of('app'), projector: of('projector'), reader: of('reader') }
}

/** Makes the logins of a new cluster. Writes nothing to one that has them, because the disk may be full. */
export async function prepareLogins(
  server: Server,
  database: string,
  passwords: LoginPasswords,
): Promise<DatabaseUrls> {
  const urls = loginUrls(server, database, passwords)
  const answers = await Promise.all(NAMES.map(async (name) => (await askServer(urls[name])).is === 'ready'))
  const missing = NAMES.filter((_name, place) => !answers[place])
  if (missing.length > 0) {
    await withConnection(server.url('postgres'), async (client) => {
      for (const name of missing) await letSignIn(client, LOGIN_ROLES[name], passwords[name])
    })
  }
  return urls
}

async function letSignIn(client: pg.Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${name}`)
  await client.query(
    `alter role ${name} with login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
  )
}
