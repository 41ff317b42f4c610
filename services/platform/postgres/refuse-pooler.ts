import { codeOf, StartError } from '@app/contracts/start-error.ts'
import type pg from 'pg'
import type { DatabaseRole } from './pool.ts'

const SHARED =
  'reparte cada transacción en otra conexión, y así se pierden los candados y los avisos (LISTEN) de la sesión'
const REFUSED =
  'no acepta o no pasa las opciones con que se abre cada conexión (rol, zona horaria y tiempo máximo)'
const PROTOCOL_VIOLATION = '08P01'

/**
 * Sessions hold locks and listen, so each needs a connection of its own for as long as it lasts, with its options.
 * @param setting the name of the address
 * @throws StartError for a pooler that loses what the product relies on
 */
export async function refusePooler(
  pool: Pick<pg.Pool, 'connect'>,
  setting: string,
  role?: DatabaseRole,
): Promise<void> {
  const fault = await findFault(pool, role).catch((error: unknown) => {
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
  role: DatabaseRole | undefined,
): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    const first = await sessionOf(client)
    if (role !== undefined && (first.role !== role || first.zone !== 'UTC')) return REFUSED
    const other = await pool.connect()
    try {
      const isShared = (await sessionOf(other)).pid === first.pid
      return isShared || (await sessionOf(client)).pid !== first.pid ? SHARED : undefined
    } finally {
      other.release()
    }
  } finally {
    client.release()
  }
}

async function sessionOf(client: pg.PoolClient) {
  const { rows } = await client.query<{ pid: number; role: string; zone: string }>(
    `select pg_backend_pid() as pid, current_user as role, current_setting('TimeZone') as zone`,
  )
  return rows[0]!
}
