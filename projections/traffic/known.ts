import { dayInSantiago, monthStart } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import { addPairs } from './counters.ts'
import type { Fact, JudgedFact } from './fact.ts'
import { bucketKeyOf, DAY_SUMS, MONTH_SUMS, type Bucket, type Sum } from './tally.ts'
import type { VisitorState } from './visitor-fold.ts'

/** What the rows know already of all that a batch touches. */
export interface Known {
  readonly visitors: ReadonlyMap<string, KnownVisitor>
  readonly days: KnownBuckets
  readonly months: KnownBuckets
}

export interface KnownVisitor {
  readonly state: VisitorState | undefined
  readonly corrected: ReadonlySet<string>
}

/** Stored buckets by their keys; undefined where there is no row, no entry where nobody has looked. */
export type KnownBuckets = ReadonlyMap<string, StoredBucket | undefined>
type StoredBucket = Readonly<Partial<Record<Sum, number>>> & { readonly counters: readonly number[] }

export interface VisitorKey {
  readonly profileId: string
  readonly visitorId: string
}
export const visitorKeyOf = ({ profileId, visitorId }: VisitorKey): string => `${profileId}|${visitorId}`

export type BucketKey = Pick<Bucket, 'profileId' | 'start'>
const keyOfBucket = ({ profileId, start }: BucketKey): string => bucketKeyOf(profileId, start)

/** The days and months that facts fall on, each once. */
export function bucketKeysOf(facts: readonly Pick<Fact, 'profileId' | 'at'>[]): {
  readonly days: readonly BucketKey[]
  readonly months: readonly BucketKey[]
} {
  const days = new Map<string, BucketKey>()
  const months = new Map<string, BucketKey>()
  for (const { profileId, at } of facts) {
    const day = dayInSantiago(at)
    const month = monthStart(day)
    days.set(bucketKeyOf(profileId, day), { profileId, start: day })
    months.set(bucketKeyOf(profileId, month), { profileId, start: month })
  }
  return { days: [...days.values()], months: [...months.values()] }
}

interface VisitorRow {
  readonly key: string
  readonly last_at: number | null
  readonly last_key: string
  readonly tap_at: number | null
  readonly download_at: number | null
  readonly visit_day: string | null
  readonly act_day: string | null
  readonly engaged_day: string | null
  readonly clicks: number
  readonly downloads: number
  readonly corrected: readonly string[] | null
}
type BucketRow = StoredBucket & { readonly key: string }

interface Answer {
  readonly visitors: readonly VisitorRow[] | null
  readonly days: readonly BucketRow[] | null
  readonly months: readonly BucketRow[] | null
}

const bucketsIn = (table: string, start: string, sums: readonly Sum[], firstValue: number): string =>
  `(select json_agg(json_build_object('key', b.profile_id || '|' || b.${start}, ${sums
    .map((sum) => `'${sum}', b.${sum}`)
    .join(', ')}, 'counters', b.counters))
    from unnest($${firstValue}::uuid[], $${firstValue + 1}::date[]) k(profile_id, ${start})
    join ${table} b using (profile_id, ${start}))`

const VISITORS = `(select json_agg(json_build_object('key', k.profile_id || '|' || k.visitor_id,
    'last_at', v.last_at, 'last_key', v.last_key, 'tap_at', v.tap_at, 'download_at', v.download_at,
    'visit_day', v.visit_day, 'act_day', v.act_day, 'engaged_day', v.engaged_day,
    'clicks', v.clicks, 'downloads', v.downloads,
    'corrected', (select json_agg(c.event_id) from traffic_corrections c
      where c.profile_id = k.profile_id and c.visitor_id = k.visitor_id)))
    from unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id)
    left join traffic_visitors v using (profile_id, visitor_id))`

const KNOWN = `select ${VISITORS} as visitors,
  ${bucketsIn('traffic_days', 'day', DAY_SUMS, 3)} as days,
  ${bucketsIn('traffic_months', 'month', MONTH_SUMS, 5)} as months`

const columnsOf = (keys: readonly BucketKey[]): readonly [string[], string[]] => [
  keys.map(({ profileId }) => profileId),
  keys.map(({ start }) => start),
]

/** Where the folds of these visitors stand, and what is in these days and months: one round trip. */
export async function loadKnown(
  tx: BuildTransaction,
  visitors: readonly VisitorKey[],
  buckets: { readonly days: readonly BucketKey[]; readonly months: readonly BucketKey[] },
): Promise<Known> {
  const [answer] = await tx.query<Answer>(KNOWN, [
    visitors.map(({ profileId }) => profileId),
    visitors.map(({ visitorId }) => visitorId),
    ...columnsOf(buckets.days),
    ...columnsOf(buckets.months),
  ])
  return {
    visitors: new Map((answer?.visitors ?? []).map((row) => [row.key, knownVisitorOf(row)])),
    days: knownBuckets(buckets.days, answer?.days),
    months: knownBuckets(buckets.months, answer?.months),
  }
}

function knownBuckets(
  keys: readonly BucketKey[],
  rows: readonly BucketRow[] | null | undefined,
): KnownBuckets {
  const known = new Map<string, StoredBucket | undefined>(keys.map((key) => [keyOfBucket(key), undefined]))
  for (const row of rows ?? []) known.set(row.key, row)
  return known
}

const knownVisitorOf = (row: VisitorRow): KnownVisitor => ({
  corrected: new Set(row.corrected),
  state:
    row.last_at === null
      ? undefined
      : {
          lastAt: row.last_at,
          lastKey: row.last_key,
          tapAt: row.tap_at,
          downloadAt: row.download_at,
          visitDay: row.visit_day,
          actDay: row.act_day,
          engagedDay: row.engaged_day,
          clicks: row.clicks,
          downloads: row.downloads,
        },
})

/** A stored bucket with what a batch adds to it. */
export function bucketAfter(stored: StoredBucket | undefined, added: Bucket): Bucket {
  if (stored === undefined) return added
  const counters = new Map<number, number>()
  addPairs(counters, stored.counters)
  for (const [code, count] of added.counters) counters.set(code, (counters.get(code) ?? 0) + count)
  const sums = { ...added.sums }
  for (const sum of Object.keys(sums) as Sum[]) sums[sum] += stored[sum] ?? 0
  return { ...added, sums, counters }
}

interface FactRow extends Omit<JudgedFact, 'profileId' | 'visitorId' | 'position' | 'eventId' | 'at'> {
  readonly profile_id: string
  readonly visitor_id: string
  readonly event_id: string
  readonly at: string
  readonly position: string
}

/** All facts of these visitors that are in the rows already. */
export async function loadFacts(
  tx: BuildTransaction,
  keys: readonly VisitorKey[],
): Promise<readonly JudgedFact[]> {
  const rows = await tx.query<FactRow>(
    `select f.* from traffic_facts f
     join unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id) using (profile_id, visitor_id)`,
    [keys.map(({ profileId }) => profileId), keys.map(({ visitorId }) => visitorId)],
  )
  return rows.map(storedFactOf)
}

/** Each field by its name: what a rest pattern leaves over takes twenty times as long, and there may be very many. */
const storedFactOf = (row: FactRow): JudgedFact => ({
  profileId: row.profile_id,
  visitorId: row.visitor_id,
  eventId: row.event_id,
  at: Number(row.at),
  position: BigInt(row.position),
  kind: row.kind,
  network: row.network,
  source: row.source,
  referrer: row.referrer,
  device: row.device,
  ground: row.ground,
  reason: row.reason,
})
