import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { ReadDb } from '../read-db.ts'

/** How far a projection's active build has come; undefined where there is none yet. */
export async function findProgress(db: ReadDb, projection: string): Promise<Position | undefined> {
  const { rows } = await db.query<{ position: string }>(
    "select position from projection.builds where projection = $1 and state = 'active'",
    [projection],
  )
  return rows[0] && positionOf(rows[0].position)
}
