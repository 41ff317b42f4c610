import { createKysely } from '@app/postgres/kysely.ts'
import type { ReadDb } from '../read-db.ts'

export interface EventPlace {
  readonly stream: string
  readonly revision: bigint
}

/** Where an event of the history lies; of a line that counts a day, its first event. */
export async function findEventPlace(db: ReadDb, position: string): Promise<EventPlace | undefined> {
  const row = await createKysely(db)
    .selectFrom('read.history')
    .select(['stream', 'revision'])
    .where('position', '=', position)
    .executeTakeFirst()
  return row && { stream: row.stream, revision: BigInt(row.revision) }
}
