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

/** A profile as one database snapshot has it. */
export interface LiveProfile {
  readonly profileId: string
  /** How far in the log the figures are. */
  readonly position: Position
  /** Another one whenever something of the newest has changed that the figures' screen shows. */
  readonly mark: string
  /** Newest first. */
  readonly facts: readonly SeenFact[]
  /** Visitors with a counted fact, each with the ms since 1970 of their last one; the latest come first. */
  readonly present: readonly (readonly [visitorId: string, at: number])[]
}

interface LiveQuestion {
  readonly factsMax: number
  readonly presentAfterMs: number
  readonly presentMax: number
}

/** Read models from which the figures' screen is drawn. */
export const SHOWN_READ_MODELS: readonly string[] = ['traffic', 'visitors', 'subscriptions', 'profiles']

/** Limits the rows read per profile, even if all of them are from robots. */
const LOOKED_AT_MAX = 200

const newestOf = (table: string, at: string): string =>
  `(select * from read.${table} where profile_id = p.id order by ${at} desc limit ${LOOKED_AT_MAX}) n`

const LIVE_PROFILES = `
select p.id as "profileId", now.*
from unnest($1::uuid[]) p(id) cross join lateral (
  with newest as (
    select * from read.traffic_facts where profile_id = p.id and kind <> 'share' order by at desc, position desc limit ${LOOKED_AT_MAX}
  ), shown as (
    select position::text, visitor_id as "visitorId", event_id as "eventId", at, kind, network, source, device, reason
    from newest where reason is null or reason not in ('robot', 'preview')
    order by at desc, newest.position desc limit $2
  ), present as (
    select visitor_id, max(at) as at from read.traffic_facts
    where profile_id = p.id and at > $3 and reason is null and kind <> 'share'
    group by visitor_id order by max(at) desc limit $4
  )
  select (select c.position from kernel.checkpoints c join projection.builds b on b.build = c.name
    where b.projection = 'traffic' and b.state = 'active') as position,
    (select concat_ws(' ', max(position), count(*), count(reason)) from newest)
      || (select concat_ws(' ', '', max(last_at), count(*), sum(forms)) from ${newestOf('identified_visitors', 'last_at')})
      || (select concat_ws(' ', '', max(subscribed_at), count(*), count(*) filter (where status = 'active'),
            count(*) filter (where status = 'converted')) from ${newestOf('subscriptions', 'subscribed_at')})
      || (select concat_ws(' ', '', max(updated_at)) from read.profiles where id = p.id) as mark,
    coalesce((select json_agg(shown) from shown), '[]') as facts,
    coalesce((select json_agg(json_build_array(visitor_id, at)) from present), '[]') as present
) now`

type Row = Omit<LiveProfile, 'position' | 'facts'> & {
  readonly position: string | null
  readonly facts: readonly (Omit<SeenFact, 'position'> & { readonly position: string })[]
}

/** @throws Error when no build of the traffic projection is active */
export async function liveProfiles(
  db: ReadDb,
  profileIds: readonly string[],
  { factsMax, presentAfterMs, presentMax }: LiveQuestion,
): Promise<readonly LiveProfile[]> {
  const { rows } = await db.query<Row>(LIVE_PROFILES, [profileIds, factsMax, presentAfterMs, presentMax])
  return rows.map(({ position, facts, ...row }) => {
    if (position === null) throw new Error('the traffic projection has no active build')
    return {
      ...row,
      position: positionOf(position),
      facts: facts.map((fact) => ({ ...fact, position: positionOf(fact.position) })),
    }
  })
}
