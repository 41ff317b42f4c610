import type { ReadDb } from '../read-db.ts'
import type { Fact } from './fact.ts'
import { itemsOf, selectList } from './table.ts'
import { FACTS } from './tables.ts'

const LISTED = `select ${selectList(FACTS.columns, 'f')} from read.traffic_facts f
  where f.profile_id = $1 order by f.position limit $2`

/** A profile's stored facts in the order of the log; the first ones, where there are more than `limit`. */
export async function listLifeFacts(db: ReadDb, profileId: string, limit: number): Promise<readonly Fact[]> {
  const { rows } = await db.query<Record<string, unknown>>(LISTED, [profileId, limit])
  return itemsOf<Fact>(FACTS, rows)
}
