import type { BuildTransaction } from '../projection.ts'
import type { Fact } from './fact.ts'
import type { Verdict } from './judge.ts'
import type { VisitorState } from './visitor-fold.ts'

/** A fact with the verdict that stands in its row. */
export interface JudgedFact extends Fact {
  readonly verdict: Verdict
}

export interface VisitorKey {
  readonly profileId: string
  readonly visitorId: string
}

export const visitorKeyOf = ({ profileId, visitorId }: VisitorKey): string => `${profileId}|${visitorId}`

const columns = (keys: readonly VisitorKey[]): [string[], string[]] => [
  keys.map(({ profileId }) => profileId),
  keys.map(({ visitorId }) => visitorId),
]

interface VisitorRow {
  readonly key: string
  readonly last_at: string | null
  readonly last_key: string
  readonly tap_at: string | null
  readonly download_at: string | null
  readonly visit_day: string | null
  readonly act_day: string | null
  readonly engaged_day: string | null
  readonly corrected: readonly string[] | null
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

export interface KnownVisitor {
  readonly state: VisitorState | undefined
  readonly corrected: ReadonlySet<string>
}

/** Where the folds of these visitors stand, and which of their facts are corrected away. */
export async function loadVisitors(
  tx: BuildTransaction,
  keys: readonly VisitorKey[],
): Promise<ReadonlyMap<string, KnownVisitor>> {
  const rows = await tx.query<VisitorRow>(
    `select k.profile_id || '|' || k.visitor_id as key, v.last_at, v.last_key, v.tap_at, v.download_at,
       v.visit_day::text, v.act_day::text, v.engaged_day::text,
       (select array_agg(c.event_id::text) from traffic_corrections c
        where c.profile_id = k.profile_id and c.visitor_id = k.visitor_id) as corrected
     from unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id)
     left join traffic_visitors v using (profile_id, visitor_id)`,
    columns(keys),
  )
  return new Map(
    rows.map((row) => [
      row.key,
      {
        corrected: new Set(row.corrected),
        state:
          row.last_at === null
            ? undefined
            : {
                lastAt: Number(row.last_at),
                lastKey: row.last_key,
                tapAt: numberOrNull(row.tap_at),
                downloadAt: numberOrNull(row.download_at),
                visitDay: row.visit_day,
                actDay: row.act_day,
                engagedDay: row.engaged_day,
              },
      },
    ]),
  )
}

interface FactRow {
  readonly profile_id: string
  readonly visitor_id: string
  readonly position: string
  readonly event_id: string
  readonly at: string
  readonly kind: Fact['kind']
  readonly network: string | null
  readonly source: string | null
  readonly ground: Verdict
  readonly verdict: Verdict
}

/** All facts of these visitors that are in the rows already. */
export async function loadFacts(
  tx: BuildTransaction,
  keys: readonly VisitorKey[],
): Promise<readonly JudgedFact[]> {
  const rows = await tx.query<FactRow>(
    `select f.* from traffic_facts f
     join unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id) using (profile_id, visitor_id)`,
    columns(keys),
  )
  return rows.map((row) => ({
    profileId: row.profile_id,
    visitorId: row.visitor_id,
    position: BigInt(row.position),
    eventId: row.event_id,
    at: Number(row.at),
    kind: row.kind,
    network: row.network,
    source: row.source,
    ground: row.ground,
    verdict: row.verdict,
  }))
}

export async function insertFacts(tx: BuildTransaction, facts: readonly JudgedFact[]): Promise<void> {
  if (facts.length === 0) return
  await tx.query(
    `insert into traffic_facts (profile_id, visitor_id, position, event_id, at, kind, network, source, ground, verdict)
     select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[])`,
    [
      ...columns(facts),
      facts.map(({ position }) => position),
      facts.map(({ eventId }) => eventId),
      facts.map(({ at }) => at),
      facts.map(({ kind }) => kind),
      facts.map(({ network }) => network),
      facts.map(({ source }) => source),
      facts.map(({ ground }) => ground),
      facts.map(({ verdict }) => verdict),
    ],
  )
}

/** Facts whose verdict changed because of what came late. */
export async function updateVerdicts(tx: BuildTransaction, facts: readonly JudgedFact[]): Promise<void> {
  if (facts.length === 0) return
  await tx.query(
    `update traffic_facts f set verdict = n.verdict
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) n(profile_id, visitor_id, position, verdict)
     where f.profile_id = n.profile_id and f.visitor_id = n.visitor_id and f.position = n.position`,
    [...columns(facts), facts.map(({ position }) => position), facts.map(({ verdict }) => verdict)],
  )
}

export async function upsertVisitors(
  tx: BuildTransaction,
  visitors: readonly (VisitorKey & { readonly state: VisitorState })[],
): Promise<void> {
  if (visitors.length === 0) return
  await tx.query(
    `insert into traffic_visitors
       (profile_id, visitor_id, last_at, last_key, tap_at, download_at, visit_day, act_day, engaged_day)
     select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::date[],
       $8::date[], $9::date[])
     on conflict (profile_id, visitor_id) do update set last_at = excluded.last_at, last_key = excluded.last_key,
       tap_at = excluded.tap_at, download_at = excluded.download_at, visit_day = excluded.visit_day,
       act_day = excluded.act_day, engaged_day = excluded.engaged_day`,
    [
      ...columns(visitors),
      visitors.map(({ state }) => state.lastAt),
      visitors.map(({ state }) => state.lastKey),
      visitors.map(({ state }) => state.tapAt),
      visitors.map(({ state }) => state.downloadAt),
      visitors.map(({ state }) => state.visitDay),
      visitors.map(({ state }) => state.actDay),
      visitors.map(({ state }) => state.engagedDay),
    ],
  )
}
