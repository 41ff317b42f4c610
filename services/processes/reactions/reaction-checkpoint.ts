import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
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

/** Never moves back: another process may be further. */
export async function writeReactionCheckpoint(
  db: Pick<pg.Pool, 'query'>,
  { name, storeId }: ReactionPlace,
  position: Position,
): Promise<void> {
  await db.query(
    `insert into reaction.checkpoints as known (name, store_id, position) values ($1, $2, $3)
     on conflict (name) do update set store_id = excluded.store_id, position = excluded.position
     where known.store_id <> excluded.store_id or known.position < excluded.position`,
    [name, storeId, position],
  )
}
