import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type pg from 'pg'
import { holdsMark } from '@app/event-store/log-mark.ts'
import { listBuilds, type Build } from './builds.ts'
import { findNewestMark } from './checkpoint.ts'
import type { Feed } from './feed.ts'

/**
 * Read models belong to the log they were made from. Beside another one they would never move, and events that
 * are recorded meanwhile would be missing from their own log: so the start is refused. An older copy of their log
 * is another one as well.
 * @throws StartError with the operator's next step
 */
export async function refuseOtherLog(
  db: pg.Pool,
  log: Pick<EventStore, 'storeId' | 'headPosition' | 'readStream'>,
): Promise<void> {
  const builds = await listBuilds(db)
  if (builds.some(({ storeId }) => storeId !== log.storeId)) throw new StartError(OTHER_LOG)
  // After the builds, which other processes may move meanwhile.
  if (builds.length > 0 && isBeyond(builds, await log.headPosition())) throw new StartError(OLDER_LOG)
  const mark = await findNewestMark(db, log.storeId)
  if (mark !== undefined && !(await holdsMark(log, mark))) throw new StartError(OLDER_LOG)
}

/** The log lacks events of the rows; a runner that continued would skip as many new ones. */
export class OlderLog extends Error {}

/** @throws OlderLog while the log ends before the build's position, or lacks an event that some build has */
export async function refuseOlderLog(
  db: pg.Pool,
  feed: Pick<Feed, 'headPosition' | 'holds' | 'storeId'>,
  build: Build,
): Promise<void> {
  if (isBeyond([build], await feed.headPosition()))
    throw olderLog(build, 'beyond the end of the log, which is an older copy')
  // After the head: a node that was cut off from its cluster may lack the event only because it is behind.
  const mark = await findNewestMark(db, feed.storeId)
  if (mark !== undefined && !(await feed.holds(mark)))
    throw olderLog(build, `but the log lacks event ${mark.id}: it is an older copy that has grown again`)
}

const olderLog = ({ name, position }: Build, fault: string): OlderLog =>
  new OlderLog(
    `build ${name} is at ${position}, ${fault}: connect the newer log, or stop the product and run scripts/after-restore.sql on the database`,
  )

const isBeyond = (builds: readonly Pick<Build, 'position'>[], head: Position): boolean =>
  builds.some(({ position }) => position > head)

const OTHER_LOG =
  'Las vistas de esta base de datos salen de otro registro de eventos: vuelve a usar el de antes (EVENT_STORE y EVENTSTORE_URL), o usa otra carpeta de datos (DATA_DIR) u otra base de datos (DATABASE_URL).'

const OLDER_LOG =
  'Las vistas de esta base de datos tienen eventos que faltan en el registro de eventos: es una copia anterior a ellas, y los eventos nuevos no aparecerían. Vuelve a usar el registro de antes (EVENT_STORE y EVENTSTORE_URL) o un respaldo suyo más nuevo; si el registro es el que debe quedar, ejecuta scripts/after-restore.sql en la base de datos, con el producto detenido, y vuelve a iniciar: las vistas se hacen de nuevo.'
