import { dayInSantiago, monthStart } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import { addPairs } from '../counters.ts'
import type { Fact } from '../fact.ts'
import { jsonObject } from '../table.ts'
import { VISITOR_DAYS } from '../tables.ts'
import { bucketKeyOf, DAY_SUMS, MONTH_SUMS, type RollupBucket, type Sum } from './tally.ts'
import type { VisitorDay, VisitorKey } from './visitor-day-repeats.ts'

export interface LoadedState {
  /** Their latest days. */
  readonly visitors: ReadonlyMap<string, VisitorDay>
  readonly days: LoadedBuckets
  readonly months: LoadedBuckets
}

/** A key with undefined: no row exists. A missing key: the bucket was not loaded. */
export type LoadedBuckets = ReadonlyMap<string, StoredBucket | undefined>
type StoredBucket = Readonly<Partial<Record<Sum, number>>> & { readonly counters: readonly number[] }

export type BucketKey = Pick<RollupBucket, 'profileId' | 'start'>
const keyOfBucket = ({ profileId, start }: BucketKey): string => bucketKeyOf(profileId, start)

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
  readonly latest: VisitorDay
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

/** A visitor's day as JSON. */
export const dayObject = (alias: string): string => jsonObject(VISITOR_DAYS.columns, alias)

const VISITOR_ROWS = `(select json_agg(json_build_object('key', k.profile_id || '|' || k.visitor_id, 'latest', d.latest))
    from unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id)
    cross join lateral (select ${dayObject('v')} as latest from traffic_visitor_days v
      where v.profile_id = k.profile_id and v.visitor_id = k.visitor_id order by v.day desc limit 1) d)`

const LOAD = `select ${VISITOR_ROWS} as visitors,
  ${bucketsIn('traffic_days', 'day', DAY_SUMS, 3)} as days,
  ${bucketsIn('traffic_months', 'month', MONTH_SUMS, 5)} as months`

const columnsOf = (keys: readonly BucketKey[]): readonly [string[], string[]] => [
  keys.map(({ profileId }) => profileId),
  keys.map(({ start }) => start),
]

export async function loadState(
  tx: BuildTransaction,
  visitors: readonly VisitorKey[],
  buckets: { readonly days: readonly BucketKey[]; readonly months: readonly BucketKey[] },
): Promise<LoadedState> {
  const [answer] = await tx.query<Answer>(LOAD, [
    visitors.map(({ profileId }) => profileId),
    visitors.map(({ visitorId }) => visitorId),
    ...columnsOf(buckets.days),
    ...columnsOf(buckets.months),
  ])
  return {
    visitors: new Map((answer?.visitors ?? []).map((row) => [row.key, row.latest])),
    days: loadedBuckets(buckets.days, answer?.days),
    months: loadedBuckets(buckets.months, answer?.months),
  }
}

function loadedBuckets(
  keys: readonly BucketKey[],
  rows: readonly BucketRow[] | null | undefined,
): LoadedBuckets {
  const loaded = new Map<string, StoredBucket | undefined>(keys.map((key) => [keyOfBucket(key), undefined]))
  for (const row of rows ?? []) loaded.set(row.key, row)
  return loaded
}

export function bucketAfter(stored: StoredBucket | undefined, added: RollupBucket): RollupBucket {
  if (stored === undefined) return added
  const counters = new Map<number, number>()
  addPairs(counters, stored.counters)
  for (const [code, count] of added.counters) counters.set(code, (counters.get(code) ?? 0) + count)
  const sums = { ...added.sums }
  for (const sum of Object.keys(sums) as Sum[]) sums[sum] += stored[sum] ?? 0
  return { ...added, sums, counters }
}
