import { heldKeysOf } from '../../platform/postgres/advisory-lock.ts'
import type pg from 'pg'
import { PARTS, type Part } from '../../platform/settings/setting-forms.ts'

/** The second key of a lock is the part's place. */
const PART_LOCKS = 7_201_005

/** As long as the connection lives, other processes see that this one does these parts. */
export async function holdParts(client: Pick<pg.ClientBase, 'query'>, parts: readonly Part[]): Promise<void> {
  const places = parts.map((part) => PARTS.indexOf(part))
  await client.query(`select pg_advisory_lock_shared(${PART_LOCKS}, place) from unnest($1::int[]) place`, [
    places,
  ])
}

/** Parts that no process on this database does. The relay is one of them only after there was one. */
export async function missingParts(db: Pick<pg.Pool, 'query'>): Promise<readonly Part[]> {
  const { rows } = await db.query<{ held: readonly number[]; relayed: boolean }>(
    `select exists (select from kernel.checkpoints where name = 'relay') as relayed,
       array(select distinct objid::int from (${heldKeysOf(PART_LOCKS)}) held) as held`,
  )
  const { held = [], relayed = false } = rows[0] ?? {}
  return PARTS.filter((part, place) => !held.includes(place) && (part !== 'relay' || relayed))
}
