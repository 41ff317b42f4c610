import type { BuildTransaction } from '../runtime/projection.ts'
import { bulkWrite } from './bulk-write.ts'
import { pairsText } from './counters.ts'
import type { JudgedFact } from './fact.ts'
import type { Changes } from './fold-batch.ts'
import {
  bucketAfter,
  loadState,
  type BucketKey,
  type LoadedBuckets,
  type LoadedState,
} from './loaded-state.ts'
import { DAYS, ENGAGED, FACTS, MONTHS, UNIQUES, VISITORS } from './tables.ts'
import { bucketKeyOf, type RollupBucket, type MatrixDelta, type Tally } from './tally.ts'

const WRITE = bulkWrite([FACTS, VISITORS, DAYS, MONTHS, UNIQUES, ENGAGED])

const visitorItem = ({ state, ...key }: Changes['visitors'][number]): object => ({ ...key, ...state })

const bucketItem = ({ profileId, start, sums, counters }: RollupBucket): object => ({
  profileId,
  start,
  ...sums,
  counters: pairsText(counters),
})

const changesOf = (deltas: ReadonlyMap<string, MatrixDelta>): readonly MatrixDelta[] =>
  [...deltas.values()].filter(({ visitors }) => visitors !== 0)

const isNothing = ({ sums, counters }: RollupBucket): boolean =>
  Object.values(sums).every((count) => count === 0) && [...counters.values()].every((count) => count === 0)

/** Deletes rows whose sums became zero, so that a rebuild gives the same rows. */
export async function save(
  tx: BuildTransaction,
  { inserted, rejudged, visitors }: Changes,
  tally: Tally,
  loaded: LoadedState,
): Promise<void> {
  const { days, months } = await bucketsAfter(tx, tally, loaded)
  const values = WRITE.valuesOf([
    inserted,
    visitors.map(visitorItem),
    days.filter((day) => !isNothing(day)).map(bucketItem),
    months.filter((month) => !isNothing(month)).map(bucketItem),
    changesOf(tally.uniques),
    changesOf(tally.engagements),
  ])
  await tx.query(WRITE.text, values)
  await updateReasons(tx, rejudged)
  await deleteBuckets(tx, 'traffic_days', 'day', days.filter(isNothing))
  await deleteBuckets(tx, 'traffic_months', 'month', months.filter(isNothing))
  await deleteZeros(tx, 'traffic_uniques', tally.uniques)
  await deleteZeros(tx, 'traffic_engaged', tally.engagements)
}

/** Buckets of facts that were folded again are not in the loaded state and are loaded here. */
async function bucketsAfter(
  tx: BuildTransaction,
  tally: Tally,
  loaded: LoadedState,
): Promise<{ readonly days: readonly RollupBucket[]; readonly months: readonly RollupBucket[] }> {
  const missing = {
    days: notLoaded(tally.days, loaded.days),
    months: notLoaded(tally.months, loaded.months),
  }
  const more = missing.days.length + missing.months.length > 0 ? await loadState(tx, [], missing) : undefined
  const after = (
    buckets: Tally['days'],
    stored: LoadedBuckets,
    late: LoadedBuckets | undefined,
  ): RollupBucket[] =>
    [...buckets].map(([key, bucket]) => bucketAfter(stored.get(key) ?? late?.get(key), bucket))
  return {
    days: after(tally.days, loaded.days, more?.days),
    months: after(tally.months, loaded.months, more?.months),
  }
}

const notLoaded = (buckets: Tally['days'], loaded: LoadedBuckets): readonly BucketKey[] =>
  [...buckets.values()].filter(({ profileId, start }) => !loaded.has(bucketKeyOf(profileId, start)))

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
  buckets: readonly RollupBucket[],
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
