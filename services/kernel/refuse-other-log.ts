import type { Position } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type pg from 'pg'
import { lacksLastEvent, type CheckedLog } from './checkpoint.ts'

/**
 * Read models belong to the log they were made from. Beside another one they would never move, and events that
 * are recorded meanwhile would be missing from their own log: so the start is refused. An older copy of their log
 * is another one as well.
 * @throws StartError with the operator's next step
 */
export async function refuseOtherLog(db: Pick<pg.Pool, 'query'>, log: CheckedLog): Promise<void> {
  const { rows } = await db.query<{ others: number; furthest: string | null }>(
    `select count(*) filter (where store_id <> $1)::int as others, max(position) as furthest from kernel.checkpoints`,
    [log.storeId],
  )
  const { others, furthest } = rows[0]!
  if (others > 0) throw new StartError(OTHER_LOG)
  if (furthest === null) return
  // The head after the checkpoints, which other processes may move meanwhile.
  const head: Position = await log.headPosition()
  if (BigInt(furthest) > head || (await lacksLastEvent(db, log))) throw new StartError(OLDER_LOG)
}

const OTHER_LOG =
  'Las vistas de esta base de datos salen de otro registro de eventos: vuelve a usar el de antes (EVENT_STORE y EVENTSTORE_URL), o usa otra carpeta de datos (DATA_DIR) u otra base de datos (DATABASE_URL).'

const OLDER_LOG =
  'Las vistas de esta base de datos tienen eventos que faltan en el registro de eventos: es una copia anterior a ellas, y los eventos nuevos no aparecerían. Vuelve a usar el registro de antes (EVENT_STORE y EVENTSTORE_URL) o un respaldo suyo más nuevo; si el registro es el que debe quedar, ejecuta scripts/after-restore.sql en la base de datos, con el producto detenido, y vuelve a iniciar: las vistas se hacen de nuevo.'
