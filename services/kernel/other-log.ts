import { isStoreError, positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type pg from 'pg'

type Db = Pick<pg.Pool, 'query'>
export type CheckedLog = Pick<EventStore, 'storeId' | 'headPosition' | 'readStream'>

/** The log lacks events that were handled, or is a different one; the text is the operator's next step. */
export class OtherLog extends Error {}

/** The newest handled event proves all before it. The head is read after the checkpoints, which others may move. */
export async function isOlderThan(db: Db, log: CheckedLog, position: Position): Promise<boolean> {
  if (position > (await log.headPosition())) return true
  const { rows } = await db.query<{ id: string; stream: string; revision: string }>(
    `select last_event as id, last_stream as stream, last_revision as revision from kernel.checkpoints
     where store_id = $1 and last_event is not null order by last_position desc limit 1`,
    [log.storeId],
  )
  const [last] = rows
  if (last === undefined) return false
  try {
    const [stored] = await log.readStream(last.stream, { from: BigInt(last.revision), limit: 1 })
    return stored?.id !== last.id
  } catch (error) {
    if (isStoreError(error, 'Corrupt')) return false
    throw error
  }
}

/** Read models of another log, or of a newer copy, would miss events. @throws StartError with the next step */
export async function refuseOtherLog(db: Db, log: CheckedLog): Promise<void> {
  const { rows } = await db.query<{ others: number; furthest: string | null }>(
    `select count(*) filter (where store_id <> $1)::int as others, max(position) as furthest from kernel.checkpoints`,
    [log.storeId],
  )
  const { others, furthest } = rows[0]!
  if (others > 0) throw new StartError(OTHER_LOG)
  if (furthest !== null && (await isOlderThan(db, log, positionOf(furthest)))) throw new StartError(OLDER_LOG)
}

const OTHER_LOG =
  'Las vistas de esta base de datos salen de otro registro de eventos: vuelve a usar el de antes (EVENT_STORE y EVENTSTORE_URL), o usa otra carpeta de datos (DATA_DIR) u otra base de datos (DATABASE_URL).'

const OLDER_LOG =
  'Las vistas de esta base de datos tienen eventos que faltan en el registro de eventos: es una copia anterior a ellas, y los eventos nuevos no aparecerían. Vuelve a usar el registro de antes (EVENT_STORE y EVENTSTORE_URL) o un respaldo suyo más nuevo; si el registro es el que debe quedar, ejecuta scripts/after-restore.sql en la base de datos, con el producto detenido, y vuelve a iniciar: las vistas se hacen de nuevo.'
