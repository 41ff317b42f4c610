import pg from 'pg'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { withTimeout } from '../concurrency/concurrency-limiter.ts'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

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
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount) return
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

/** Makes the logins of a new cluster. Writes nothing to one that has them, because the disk may be full. */
export async function prepareLogins(
  server: { readonly port: number; url(database: string): string },
  database: string,
  passwords: LoginPasswords,
): Promise<DatabaseUrls> {
  const of = (name: LoginName): string =>
    postgresUrl(server.port, passwords[name], database, LOGIN_ROLES[name])
  const urls = { app: of('app'), projector: of('projector'), reader: of('reader') }
  const answers = await Promise.all(NAMES.map(async (name) => (await askServer(urls[name])).is === 'ready'))
  const missing = NAMES.filter((_name, place) => !answers[place])
  if (missing.length > 0) {
    await withConnection(server.url('postgres'), async (client) => {
      for (const name of missing) await letSignIn(client, LOGIN_ROLES[name], passwords[name])
    })
  }
  return { owner: server.url(database), ...urls }
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

/** The server is unreachable, starting, stopping, out of resources, or its disk fails. */
const AWAY_CODE = /^(?:08|53|57P0|57014|58030|ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN)/
/** pg reports these without a code. */
const AWAY_MESSAGE = /timeout|connection terminated|not queryable|connection error/i

/** pg has abandoned a statement that still runs, so other statements on its connection would wait for it. */
export const isUnanswered = (error: unknown): boolean =>
  (error as Partial<Error> | undefined)?.message === 'Query read timeout'

export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string') return AWAY_CODE.test(code)
  return typeof message === 'string' && AWAY_MESSAGE.test(message)
}

export interface Waiting {
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly waitMsMax?: number
}

export class NotYet extends StartError {
  readonly awaited: string

  constructor(message: string, awaited: string) {
    super(message)
    this.awaited = awaited
  }
}

const WAIT_MS_MAX = 60_000
const RETRY_MS = 200
/** A statement took longer than its limit; or the server starts, recovers, stops, or has no free connection. */
const SLOW = ['57014', '57P03', '57P01', '57P02', '53300']
/** The name of a container does not exist while it is stopped or its network is being created. */
const NO_SUCH_NAME = ['ENOTFOUND', 'EAI_AGAIN']

/** @returns undefined where waiting mends nothing */
function awaitedIn(error: unknown): string | undefined {
  if (error instanceof NotYet) return error.awaited
  const { message = '', cause, hostname } = (error ?? {}) as Partial<Error> & { readonly hostname?: string }
  const code = codeOf(error) ?? ''
  if (NO_SUCH_NAME.includes(code))
    return `La base de datos (${hostname}) todavía no existe con ese nombre, como pasa mientras su contenedor está detenido`
  if (SLOW.includes(code) || /timeout/i.test(message))
    return 'La base de datos tarda en responder, como con un disco lento'
  return cause === undefined ? undefined : awaitedIn(cause)
}

/** For a start, which nobody waits for. Ctrl-C ends it even while a server is silent. @param work may be repeated */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  { say, signal, waitMsMax = WAIT_MS_MAX }: Waiting,
): Promise<Result> {
  const startedMs = performance.now()
  const over = new AbortController()
  const interrupted = once(signal, 'abort', { signal: over.signal }).then((): never => {
    throw new StartError('El inicio se interrumpió.')
  })
  interrupted.catch(() => undefined)
  try {
    for (let isSaid = false; ; isSaid = true) {
      try {
        return await Promise.race([work(), interrupted])
      } catch (error) {
        const awaited = awaitedIn(error)
        if (awaited === undefined || performance.now() - startedMs >= waitMsMax) throw error
        if (!isSaid) say(`${awaited}: se sigue intentando por ${Math.ceil(waitMsMax / 1_000)} segundos…`)
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) throw error
      }
    }
  } finally {
    over.abort()
  }
}
