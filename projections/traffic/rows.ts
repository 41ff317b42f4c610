import type { BuildTransaction } from '../projection.ts'
import type { Verdict } from './judge.ts'
import type { Tally } from './tally.ts'
import type { Fact, VisitorState } from './visitor-fold.ts'

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

/** Adds the tally to the rollups. Rows that fall to zero go, so that they are as if they had never been. */
export async function addTally(tx: BuildTransaction, tally: Tally): Promise<void> {
  await addDays(tx, tally)
  await addBreakdowns(tx, tally)
  await addMatrix(tx, 'traffic_uniques', [...tally.uniques.values()])
  await addMatrix(tx, 'traffic_engaged', [...tally.engagements.values()])
}

async function addDays(tx: BuildTransaction, tally: Tally): Promise<void> {
  const rows = [...tally.days.values()].filter(
    (row) => row.visits !== 0 || row.clicks !== 0 || row.downloads !== 0,
  )
  if (rows.length === 0) return
  const keys = [rows.map(({ profileId }) => profileId), rows.map(({ day }) => day)]
  await tx.query(
    `insert into traffic_days as d (profile_id, day, visits, clicks, downloads)
     select * from unnest($1::uuid[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[])
     on conflict (profile_id, day) do update set visits = d.visits + excluded.visits,
       clicks = d.clicks + excluded.clicks, downloads = d.downloads + excluded.downloads`,
    [
      ...keys,
      rows.map(({ visits }) => visits),
      rows.map(({ clicks }) => clicks),
      rows.map(({ downloads }) => downloads),
    ],
  )
  if (!rows.some(({ visits, clicks, downloads }) => Math.min(visits, clicks, downloads) < 0)) return
  await tx.query(
    `delete from traffic_days d using unnest($1::uuid[], $2::date[]) k(profile_id, day)
     where d.profile_id = k.profile_id and d.day = k.day and d.visits = 0 and d.clicks = 0 and d.downloads = 0`,
    keys,
  )
}

async function addBreakdowns(tx: BuildTransaction, tally: Tally): Promise<void> {
  const rows = [...tally.breakdowns.values()].filter(({ count }) => count !== 0)
  if (rows.length === 0) return
  const keys = [
    rows.map(({ profileId }) => profileId),
    rows.map(({ day }) => day),
    rows.map(({ dimension }) => dimension),
    rows.map(({ value }) => value),
  ]
  await tx.query(
    `insert into traffic_breakdown as b (profile_id, day, dimension, value, count)
     select * from unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::bigint[])
     on conflict (profile_id, day, dimension, value) do update set count = b.count + excluded.count`,
    [...keys, rows.map(({ count }) => count)],
  )
  if (!rows.some(({ count }) => count < 0)) return
  await tx.query(
    `delete from traffic_breakdown b
     using unnest($1::uuid[], $2::date[], $3::text[], $4::text[]) k(profile_id, day, dimension, value)
     where b.profile_id = k.profile_id and b.day = k.day and b.dimension = k.dimension and b.value = k.value
       and b.count = 0`,
    keys,
  )
}

async function addMatrix(
  tx: BuildTransaction,
  table: 'traffic_uniques' | 'traffic_engaged',
  deltas: readonly { profileId: string; day: string; previous: string; visitors: number }[],
): Promise<void> {
  const rows = deltas.filter(({ visitors }) => visitors !== 0)
  if (rows.length === 0) return
  const keys = [
    rows.map(({ profileId }) => profileId),
    rows.map(({ day }) => day),
    rows.map(({ previous }) => previous),
  ]
  await tx.query(
    `insert into ${table} as m (profile_id, day, previous, visitors)
     select * from unnest($1::uuid[], $2::date[], $3::date[], $4::bigint[])
     on conflict (profile_id, day, previous) do update set visitors = m.visitors + excluded.visitors`,
    [...keys, rows.map(({ visitors }) => visitors)],
  )
  if (!rows.some(({ visitors }) => visitors < 0)) return
  await tx.query(
    `delete from ${table} m using unnest($1::uuid[], $2::date[], $3::date[]) k(profile_id, day, previous)
     where m.profile_id = k.profile_id and m.day = k.day and m.previous = k.previous and m.visitors = 0`,
    keys,
  )
}
