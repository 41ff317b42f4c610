import { positionOf, START, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type { LogMark } from '@app/event-store/log-mark.ts'
import type pg from 'pg'

export interface ReactionPlace {
  readonly name: string
  readonly storeId: string
}

/** START for another log than the one last read. */
export async function readReactionCheckpoint(
  db: Pick<pg.Pool, 'query'>,
  { name, storeId }: ReactionPlace,
): Promise<Position> {
  const { rows } = await db.query<{ position: string }>(
    'select position from reaction.checkpoints where name = $1 and store_id = $2',
    [name, storeId],
  )
  return rows[0] === undefined ? START : positionOf(rows[0].position)
}

/** The last event that was reacted to, if it is known. */
export async function findReactionMark(
  db: Pick<pg.Pool, 'query'>,
  { name, storeId }: ReactionPlace,
): Promise<LogMark | undefined> {
  const { rows } = await db.query<Readonly<Record<keyof LogMark, string>>>(
    `select mark_id as id, mark_stream as stream, mark_revision as revision from reaction.checkpoints
     where name = $1 and store_id = $2 and mark_id is not null`,
    [name, storeId],
  )
  const [row] = rows
  return row && { id: row.id, stream: row.stream, revision: BigInt(row.revision) }
}

/**
 * Never moves back: another process may be further.
 * @param last that was reacted to; without it the one before stays
 */
export async function writeReactionCheckpoint(
  db: Pick<pg.Pool, 'query'>,
  { name, storeId }: ReactionPlace,
  position: Position,
  last?: StoredEvent,
): Promise<void> {
  await db.query(
    `insert into reaction.checkpoints as known (name, store_id, position, mark_stream, mark_revision, mark_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (name) do update set store_id = excluded.store_id, position = excluded.position,
       mark_stream = case when excluded.mark_id is null and known.store_id = excluded.store_id
         then known.mark_stream else excluded.mark_stream end,
       mark_revision = case when excluded.mark_id is null and known.store_id = excluded.store_id
         then known.mark_revision else excluded.mark_revision end,
       mark_id = case when excluded.mark_id is null and known.store_id = excluded.store_id
         then known.mark_id else excluded.mark_id end
     where known.store_id <> excluded.store_id or known.position < excluded.position`,
    [name, storeId, position, last?.stream, last?.revision, last?.id],
  )
}
