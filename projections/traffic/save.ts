import type { BuildTransaction } from '../runtime/projection.ts'
import { bulkWrite, type BulkTable } from './bulk-write.ts'
import { pairsText } from './counters.ts'
import type { JudgedFact } from './fact.ts'
import type { Changes } from './fold-batch.ts'
import { bucketAfter, loadKnown, type BucketKey, type Known, type KnownBuckets } from './known.ts'
import {
  bucketKeyOf,
  DAY_SUMS,
  MONTH_SUMS,
  type Bucket,
  type MatrixDelta,
  type Sum,
  type Tally,
} from './tally.ts'

type Rows = Readonly<Record<string, unknown>>

const FACTS: BulkTable = {
  name: 'traffic_facts',
  columns: {
    profile_id: 'uuid',
    visitor_id: 'uuid',
    event_id: 'uuid',
    at: 'bigint',
    position: 'bigint',
    kind: 'text',
    network: 'text',
    source: 'text',
    referrer: 'text',
    device: 'text',
    ground: 'text',
    reason: 'text',
  },
  key: ['profile_id', 'at', 'position'],
}
const VISITORS: BulkTable = {
  name: 'traffic_visitors',
  columns: {
    profile_id: 'uuid',
    visitor_id: 'uuid',
    last_at: 'bigint',
    last_key: 'text',
    tap_at: 'bigint',
    download_at: 'bigint',
    visit_day: 'date',
    act_day: 'date',
    engaged_day: 'date',
    clicks: 'int',
    downloads: 'int',
  },
  key: ['profile_id', 'visitor_id'],
  onConflict: 'replace',
}

const ints = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, 'int']))

const bucketTable = (name: string, start: string, sums: readonly Sum[]): BulkTable => ({
  name,
  columns: { profile_id: 'uuid', [start]: 'date', ...ints(sums), counters: 'int[]' },
  key: ['profile_id', start],
  onConflict: 'replace',
})
const DAYS = bucketTable('traffic_days', 'day', DAY_SUMS)
const MONTHS = bucketTable('traffic_months', 'month', MONTH_SUMS)

const matrixTable = (name: string): BulkTable => ({
  name,
  columns: { profile_id: 'uuid', day: 'date', previous: 'date', visitors: 'int' },
  key: ['profile_id', 'day', 'previous'],
  onConflict: 'add',
})
const UNIQUES = matrixTable('traffic_uniques')
const ENGAGED = matrixTable('traffic_engaged')
const WRITE = bulkWrite([FACTS, VISITORS, DAYS, MONTHS, UNIQUES, ENGAGED])

const factRow = (fact: JudgedFact): Rows => ({
  ...fact,
  profile_id: fact.profileId,
  visitor_id: fact.visitorId,
  event_id: fact.eventId,
})

const visitorRow = ({ profileId, visitorId, state }: Changes['visitors'][number]): Rows => ({
  profile_id: profileId,
  visitor_id: visitorId,
  last_at: state.lastAt,
  last_key: state.lastKey,
  tap_at: state.tapAt,
  download_at: state.downloadAt,
  visit_day: state.visitDay,
  act_day: state.actDay,
  engaged_day: state.engagedDay,
  clicks: state.clicks,
  downloads: state.downloads,
})

const bucketRow =
  (start: string) =>
  (bucket: Bucket): Rows => ({
    profile_id: bucket.profileId,
    [start]: bucket.start,
    ...bucket.sums,
    counters: pairsText(bucket.counters),
  })

const matrixRows = (deltas: ReadonlyMap<string, MatrixDelta>): readonly Rows[] =>
  [...deltas.values()]
    .filter(({ visitors }) => visitors !== 0)
    .map(({ profileId, day, previous, visitors }) => ({ profile_id: profileId, day, previous, visitors }))

const isNothing = ({ sums, counters }: Bucket): boolean =>
  Object.values(sums).every((count) => count === 0) && [...counters.values()].every((count) => count === 0)

/** Writes what a batch has changed. Rows that fall to zero go, so that they are as if they had never been. */
export async function save(
  tx: BuildTransaction,
  { inserted, rejudged, visitors }: Changes,
  tally: Tally,
  known: Known,
): Promise<void> {
  const { days, months } = await bucketsAfter(tx, tally, known)
  const values = WRITE.valuesOf([
    inserted.map(factRow),
    visitors.map(visitorRow),
    days.filter((day) => !isNothing(day)).map(bucketRow('day')),
    months.filter((month) => !isNothing(month)).map(bucketRow('month')),
    matrixRows(tally.uniques),
    matrixRows(tally.engagements),
  ])
  await tx.query(WRITE.text, values)
  await updateReasons(tx, rejudged)
  await deleteBuckets(tx, 'traffic_days', 'day', days.filter(isNothing))
  await deleteBuckets(tx, 'traffic_months', 'month', months.filter(isNothing))
  await deleteZeros(tx, 'traffic_uniques', tally.uniques)
  await deleteZeros(tx, 'traffic_engaged', tally.engagements)
}

/** The days and months as they are after the batch. Those of facts folded again were not expected, and are loaded now. */
async function bucketsAfter(
  tx: BuildTransaction,
  tally: Tally,
  known: Known,
): Promise<{ readonly days: readonly Bucket[]; readonly months: readonly Bucket[] }> {
  const missing = { days: unknownIn(tally.days, known.days), months: unknownIn(tally.months, known.months) }
  const more = missing.days.length + missing.months.length > 0 ? await loadKnown(tx, [], missing) : undefined
  const after = (buckets: Tally['days'], stored: KnownBuckets, late: KnownBuckets | undefined): Bucket[] =>
    [...buckets].map(([key, bucket]) => bucketAfter(stored.get(key) ?? late?.get(key), bucket))
  return {
    days: after(tally.days, known.days, more?.days),
    months: after(tally.months, known.months, more?.months),
  }
}

const unknownIn = (buckets: Tally['days'], known: KnownBuckets): readonly BucketKey[] =>
  [...buckets.values()].filter(({ profileId, start }) => !known.has(bucketKeyOf(profileId, start)))

/** Facts that are judged otherwise now, because of what came late. */
async function updateReasons(tx: BuildTransaction, facts: readonly JudgedFact[]): Promise<void> {
  if (facts.length === 0) return
  await tx.query(
    `update traffic_facts f set reason = n.reason
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[]) n(profile_id, at, position, reason)
     where f.profile_id = n.profile_id and f.at = n.at and f.position = n.position`,
    [
      facts.map(({ profileId }) => profileId),
      facts.map(({ at }) => at),
      facts.map(({ position }) => position),
      facts.map(({ reason }) => reason),
    ],
  )
}

async function deleteBuckets(
  tx: BuildTransaction,
  table: string,
  start: string,
  buckets: readonly Bucket[],
): Promise<void> {
  if (buckets.length === 0) return
  await tx.query(
    `delete from ${table} b using unnest($1::uuid[], $2::date[]) k(profile_id, start)
     where b.profile_id = k.profile_id and b.${start} = k.start`,
    [buckets.map(({ profileId }) => profileId), buckets.map((bucket) => bucket.start)],
  )
}

async function deleteZeros(
  tx: BuildTransaction,
  table: string,
  deltas: ReadonlyMap<string, MatrixDelta>,
): Promise<void> {
  const lowered = [...deltas.values()].filter(({ visitors }) => visitors < 0)
  if (lowered.length === 0) return
  await tx.query(
    `delete from ${table} m using unnest($1::uuid[], $2::date[], $3::date[]) k(profile_id, day, previous)
     where m.profile_id = k.profile_id and m.day = k.day and m.previous = k.previous and m.visitors = 0`,
    [
      lowered.map(({ profileId }) => profileId),
      lowered.map(({ day }) => day),
      lowered.map(({ previous }) => previous),
    ],
  )
}
