import { positionOf, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type { LogMark } from '@app/event-store/log-mark.ts'
import type pg from 'pg'
import type { Build } from './builds.ts'

/**
 * The checkpoint is not where its runner left it, or queries see another build: another runner works on it, or the database
 * was set back. Nothing was written.
 */
export class CheckpointMoved extends Error {}

/** There is no such build any more. */
export class BuildGone extends CheckpointMoved {}

/** A build's progress in the database. */
export interface Checkpoint {
  readonly position: Position
  /** When it was last up to date. */
  readonly at: Date
}

/** A build in its runner's memory: `position` may be ahead of the checkpoint, by events that do not concern it. */
export interface RunningBuild extends Build {
  /** Absent where the build was just read: the checkpoint is its position. */
  readonly checkpoint?: Checkpoint
}

/** Position up to which rows are certainly written. */
export const writtenTo = ({ position, checkpoint }: RunningBuild): Position =>
  checkpoint?.position ?? position

/** Refuses a build that was swapped, or whose checkpoint is not the one in memory. */
export function refuseMoved(
  build: RunningBuild,
  { position, state }: Pick<Build, 'position' | 'state'>,
): void {
  if (state !== build.state)
    throw new CheckpointMoved(`build ${build.name} is ${state}, no longer ${build.state}`)
  if (position < writtenTo(build) || position > build.position)
    throw new CheckpointMoved(`build ${build.name} is at ${position}, no longer at ${writtenTo(build)}`)
}

type Db = Pick<pg.Pool, 'query'>

interface MarkRow {
  readonly id: string
  readonly stream: string
  readonly revision: string
}

/** Of all builds: the newest mark covers all others. */
export async function findNewestMark(db: Db, storeId: string): Promise<LogMark | undefined> {
  const { rows } = await db.query<MarkRow>(
    `select mark_id as id, mark_stream as stream, mark_revision as revision from projection.builds
     where store_id = $1 and mark_id is not null order by mark_position desc limit 1`,
    [storeId],
  )
  const [row] = rows
  return row && { id: row.id, stream: row.stream, revision: BigInt(row.revision) }
}

export async function readCheckpoint(db: Db, { name }: Build): Promise<Pick<Build, 'position' | 'state'>> {
  const { rows } = await db.query<{ position: string; state: Build['state'] }>({
    name: 'checkpoint',
    text: 'select position, state from projection.builds where build = $1',
    values: [name],
  })
  if (rows[0] === undefined) throw new BuildGone(`build ${name} is gone`)
  return { position: positionOf(rows[0].position), state: rows[0].state }
}

/** @param events that were read: the last one identifies their log. */
export async function moveCheckpoint(
  db: Db,
  { name }: Build,
  from: Position,
  to: Position,
  events: readonly StoredEvent[] = [],
): Promise<void> {
  const last = events.at(-1)
  const { rowCount } = await db.query(
    last === undefined
      ? 'update projection.builds set position = $3 where build = $1 and position = $2 and position < $3'
      : `update projection.builds set position = $3, mark_position = $4, mark_stream = $5, mark_revision = $6, mark_id = $7,
           events = events + $8
         where build = $1 and position = $2 and position < $3`,
    [
      name,
      from,
      to,
      ...(last === undefined ? [] : [last.position, last.stream, last.revision, last.id, events.length]),
    ],
  )
  if (rowCount !== 1) throw new CheckpointMoved(`build ${name}: its checkpoint is no longer ${from}`)
}
