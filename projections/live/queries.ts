import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import type { Device, Exclusion, Network, Source, TrafficKind } from '@app/contracts/traffic/kinds.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { POSITION } from '../traffic/queries.ts'

export interface ShownFact {
  readonly position: Position
  readonly eventId: string
  /** Event time, in ms since 1970. */
  readonly at: number
  readonly kind: TrafficKind
  readonly network: Network | null
  readonly source: Source
  readonly device: Device
  readonly reason: Exclusion | null
}

export interface LiveProfile {
  readonly profileId: string
  /** Newest first. */
  readonly facts: readonly ShownFact[]
  readonly people: number
}

interface LiveQuestion {
  /** Each with the log position behind which its facts are new. */
  readonly profiles: ReadonlyMap<string, Position>
  readonly factsMax: number
  readonly presentAfterMs: number
  /** Events after a position that end somebody's rights; undefined: only where the history is. */
  readonly rights: { readonly types: readonly EventType[]; readonly after: Position | undefined }
}

export interface LiveAnswer {
  readonly position: Position
  readonly profiles: readonly LiveProfile[]
  readonly rights: { readonly until: Position; readonly streams: readonly string[] }
}

/** Limits the rows read per profile, even if all of them are from robots. */
const LOOKED_AT_MAX = 200

const LIVE = `select ${POSITION} as position,
  (select json_agg(w) from (select p.id as "profileId", coalesce(f.facts, '[]') as facts, n.people
    from unnest($1::uuid[], $2::bigint[]) p (id, after)
    cross join lateral (select json_agg(s) as facts from (
      select position::text, event_id as "eventId", at, kind, network, source, device, reason from (
        select * from read.traffic_facts where profile_id = p.id and position > p.after
        order by position desc limit ${LOOKED_AT_MAX}) l
      where kind <> 'share' and (reason is null or reason not in ('robot', 'preview'))
      order by l.position desc limit $3) s) f
    cross join lateral (select count(distinct visitor_id) as people from read.traffic_facts
      where profile_id = p.id and at > $4 and kind <> 'share' and reason is null) n) w) as profiles,
  coalesce((select max(position) from read.history), 0)::text as until,
  (select json_agg(distinct stream) from read.history where position > $5 and type = any($6)) as streams`

interface Row {
  readonly position: string | null
  readonly profiles: readonly LiveProfile[] | null
  readonly until: string
  readonly streams: readonly string[] | null
}

/** One statement for all that is watched. @throws Error when no build of the traffic projection is active */
export async function liveAnswer(
  db: ReadDb,
  { profiles, factsMax, presentAfterMs, rights }: LiveQuestion,
): Promise<LiveAnswer> {
  const { rows } = await db.query<Row>({
    name: 'live',
    text: LIVE,
    values: [
      [...profiles.keys()],
      [...profiles.values()],
      factsMax,
      presentAfterMs,
      rights.after ?? null,
      rights.types,
    ],
  })
  const { position, profiles: watched, until, streams } = rows[0]!
  if (position === null) throw new Error('the traffic projection has no active build')
  return {
    position: positionOf(position),
    profiles: (watched ?? []).map(({ facts, ...profile }) => ({
      ...profile,
      facts: facts.map((fact) => ({ ...fact, position: positionOf(fact.position) })),
    })),
    rights: { until: positionOf(until), streams: streams ?? [] },
  }
}
