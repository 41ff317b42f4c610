import type pg from 'pg'
import { PARTS, type Part } from '@app/settings/distribution-settings.ts'

/** Of advisory locks with two keys; the second one is the part's place. */
const CLASS = 20_260_048

/** As long as the connection lives, other processes see that this one does these parts. */
export async function holdParts(client: Pick<pg.ClientBase, 'query'>, parts: readonly Part[]): Promise<void> {
  const places = parts.map((part) => PARTS.indexOf(part))
  await client.query('select pg_advisory_lock_shared($1, place) from unnest($2::int[]) place', [
    CLASS,
    places,
  ])
}

/** Parts that no process on this database does. The relay is one of them only after there was one. */
export async function missingParts(db: Pick<pg.Pool, 'query'>): Promise<readonly Part[]> {
  const { rows } = await db.query<{ held: readonly number[]; relayed: boolean }>(
    `select exists (select from projection.relay) as relayed, array(
       select distinct objid::int from pg_locks
       where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())
     ) as held`,
    [CLASS],
  )
  const { held = [], relayed = false } = rows[0] ?? {}
  return PARTS.filter((part, place) => !held.includes(place) && (part !== 'relay' || relayed))
}
