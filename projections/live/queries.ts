import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { ReadDb } from '../read-db.ts'

export interface SeenFact {
  readonly position: Position
  readonly visitorId: string
  readonly eventId: string
  /** Event time, in ms since 1970. */
  readonly at: number
  readonly kind: string
  readonly network: string | null
  readonly source: string
  readonly device: string
  /** Why the fact is not counted; null if it is counted. */
  readonly reason: string | null
}

export interface NewestFacts {
  /** Log position of the same database snapshot as `facts`. */
  readonly position: Position
  /** By profile, newest first. A profile without facts has no entry. */
  readonly facts: ReadonlyMap<string, readonly SeenFact[]>
}

type Row = { readonly position: string | null; readonly profile_id: string } & (
  | { readonly event_id: null }
  | (Omit<SeenFact, 'position' | 'visitorId' | 'eventId' | 'at'> & {
      readonly event_id: string
      readonly visitor_id: string
      readonly fact_position: string
      readonly at: string
    })
)

/** Limits the rows read per profile, even if all of them are from robots. */
const LOOKED_AT_MAX = 200

const NEWEST = `
select (select position from projection.builds where projection = 'traffic' and state = 'active') as position,
  p.id as profile_id, f.*
from unnest($1::uuid[]) p(id) left join lateral (
  select event_id, visitor_id, position as fact_position, at, kind, network, source, device, reason
  from (select * from read.traffic_facts where profile_id = p.id order by at desc, position desc limit ${LOOKED_AT_MAX}) n
  where reason is null or reason not in ('robot', 'preview')
  order by at desc, position desc limit $2
) f on true`

/** @throws Error when no build of the traffic projection is active */
export async function newestFacts(
  db: ReadDb,
  profileIds: readonly string[],
  limit: number,
): Promise<NewestFacts> {
  const { rows } = await db.query<Row>(NEWEST, [profileIds, limit])
  const position = rows[0]?.position ?? undefined
  if (position === undefined) throw new Error('the traffic projection has no active build')
  const facts = new Map<string, SeenFact[]>()
  for (const row of rows) if (row.event_id !== null) listOf(facts, row.profile_id).push(factOf(row))
  return { position: positionOf(position), facts }
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

const factOf = (row: Exclude<Row, { event_id: null }>): SeenFact => ({
  position: positionOf(row.fact_position),
  visitorId: row.visitor_id,
  eventId: row.event_id,
  at: Number(row.at),
  kind: row.kind,
  network: row.network,
  source: row.source,
  device: row.device,
  reason: row.reason,
})

/** `at` is the visitor's last counted fact, in ms since 1970. */
export type LastSeen = readonly (readonly [visitorId: string, at: number])[]

/** Visitors counted after an instant, by profile. `limit` applies to each profile; the latest visitors come first. */
export async function presentVisitors(
  db: ReadDb,
  profileIds: readonly string[],
  afterMs: number,
  limit: number,
): Promise<ReadonlyMap<string, LastSeen>> {
  const { rows } = await db.query<{ profile_id: string; visitor_id: string; at: string }>(
    `select p.id as profile_id, v.* from unnest($1::uuid[]) p(id) cross join lateral (
       select visitor_id, max(at) as at from read.traffic_facts
       where profile_id = p.id and at > $2 and reason is null
       group by visitor_id order by max(at) desc limit $3) v`,
    [profileIds, afterMs, limit],
  )
  const present = new Map<string, (readonly [string, number])[]>()
  for (const { profile_id, visitor_id, at } of rows)
    listOf(present, profile_id).push([visitor_id, Number(at)])
  return present
}
