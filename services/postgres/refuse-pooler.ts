import { codeOf, StartError } from '@app/contracts/start-error.ts'
import type pg from 'pg'
import type { ConnectionOptions } from './pool.ts'

/** What a connection was opened with; undefined for one without options. */
type Wanted = Required<Pick<ConnectionOptions, 'role' | 'statementTimeoutMs'>>

interface Seen {
  readonly pid: number
  readonly role: string
  readonly zone: string
  readonly timeout_ms: string
}

/** Sessions have locks and hear notifications, so each needs a connection of its own for as long as it lasts. */
const SHARED =
  'reparte cada transacción en otra conexión, y así se pierden los candados y los avisos (LISTEN) de la sesión'
const REFUSED = 'no acepta las opciones con que se abre cada conexión (rol, zona horaria y tiempo máximo)'
const PROTOCOL_VIOLATION = '08P01'

const QUERY = `select pg_backend_pid() as pid, current_user as role, current_setting('TimeZone') as zone,
  extract(epoch from current_setting('statement_timeout')::interval) * 1000 as timeout_ms`

/**
 * One statement, unless something stands between. @param setting the name of the address
 * @throws StartError for a pooler that loses what the product relies on
 */
export async function refusePooler(
  pool: Pick<pg.Pool, 'connect'>,
  setting: string,
  wanted?: Wanted,
): Promise<void> {
  const fault = await findFault(pool, wanted).catch((error: unknown) => {
    if (codeOf(error) === PROTOCOL_VIOLATION) return REFUSED
    throw error
  })
  if (fault === undefined) return
  throw new StartError(
    `${setting} lleva a un intermediario (como PgBouncer) que ${fault}: pon ahí la dirección directa de PostgreSQL.`,
  )
}

async function findFault(
  pool: Pick<pg.Pool, 'connect'>,
  wanted: Wanted | undefined,
): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    const seen = await seenBy(client)
    const lost = wanted === undefined ? [] : lostOf(seen, wanted)
    if (lost.length > 0) return `no pasa ${lost.join(' ni ')}`
    // A pooler invents the number that a client is told when it connects.
    if (seen.pid === (client as Partial<{ processID: number }>).processID) return undefined
    return (await isShared(pool, client, seen.pid)) ? SHARED : undefined
  } finally {
    client.release()
  }
}

async function isShared(
  pool: Pick<pg.Pool, 'connect'>,
  client: pg.PoolClient,
  pid: number,
): Promise<boolean> {
  const other = await pool.connect()
  try {
    return (await seenBy(other)).pid === pid || (await seenBy(client)).pid !== pid
  } finally {
    other.release()
  }
}

const seenBy = async (client: pg.PoolClient): Promise<Seen> => (await client.query<Seen>(QUERY)).rows[0]!

const lostOf = ({ role, zone, timeout_ms }: Seen, wanted: Wanted): readonly string[] => [
  ...(role === wanted.role ? [] : ['el rol']),
  ...(zone === 'UTC' ? [] : ['la zona horaria']),
  ...(Number(timeout_ms) === wanted.statementTimeoutMs ? [] : ['el tiempo máximo']),
]

/** Logins of one server pass the same pooler, or none. */
export function serverOf(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
