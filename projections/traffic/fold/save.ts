import type { BuildTransaction } from '../../runtime/projection.ts'
import { bulkWrite } from '../bulk-write.ts'
import { pairsText } from '../counters.ts'
import type { JudgedFact } from '../fact.ts'
import {
  bucketAfter,
  loadState,
  type BucketKey,
  type LoadedBuckets,
  type LoadedState,
} from './loaded-state.ts'
import type { Changes } from './refold.ts'
import { DAYS, ENGAGED, FACTS, MONTHS, UNIQUES, VISITOR_DAYS } from '../tables.ts'
import { bucketKeyOf, type RollupBucket, type MatrixDelta, type Tally } from './tally.ts'

const WRITE = bulkWrite([FACTS, VISITOR_DAYS, DAYS, MONTHS, UNIQUES, ENGAGED])

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

/** Rows that a fold buffers before it writes them. */
const CHANGES_MAX = 20_000

export const noChanges = (): Changes => ({ inserted: [], rejudged: [], displaced: [], days: [] })

/** Writes and empties the changes if there are very many, so that memory is limited whatever a late fact moves. */
export async function flushLarge(tx: BuildTransaction, changes: Changes): Promise<void> {
  const lists = Object.values(changes)
  if (lists.reduce((sum, { length }) => sum + length, 0) < CHANGES_MAX) return
  await tx.query(WRITE.text, WRITE.valuesOf([changes.inserted, changes.days, [], [], [], []]))
  await changeFacts(tx, changes)
  for (const list of lists) list.length = 0
}

/** Deletes rows whose sums became zero, so that a rebuild gives the same rows. */
export async function save(
  tx: BuildTransaction,
  changes: Changes,
  tally: Tally,
  loaded: LoadedState,
): Promise<void> {
  const { days, months } = await bucketsAfter(tx, tally, loaded)
  const values = WRITE.valuesOf([
    changes.inserted,
    changes.days,
    days.filter((day) => !isNothing(day)).map(bucketItem),
    months.filter((month) => !isNothing(month)).map(bucketItem),
    changesOf(tally.uniques),
    changesOf(tally.engagements),
  ])
  await tx.query(WRITE.text, values)
  await changeFacts(tx, changes)
  await deleteBuckets(tx, 'traffic_days', 'day', days.filter(isNothing))
  await deleteBuckets(tx, 'traffic_months', 'month', months.filter(isNothing))
  await deleteZeros(tx, 'traffic_uniques', tally.uniques)
  await deleteZeros(tx, 'traffic_engaged', tally.engagements)
}

async function changeFacts(tx: BuildTransaction, { rejudged, displaced }: Changes): Promise<void> {
  if (rejudged.length > 0)
    await tx.query(
      `update traffic_facts f set reason = n.reason
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[]) n(profile_id, at, position, reason)
       where f.profile_id = n.profile_id and f.at = n.at and f.position = n.position`,
      [...keysOf(rejudged), rejudged.map(({ reason }) => reason)],
    )
  if (displaced.length > 0)
    await tx.query(
      `delete from traffic_facts f using unnest($1::uuid[], $2::bigint[], $3::bigint[]) n(profile_id, at, position)
       where f.profile_id = n.profile_id and f.at = n.at and f.position = n.position`,
      [...keysOf(displaced)],
    )
}

const keysOf = (facts: readonly JudgedFact[]): readonly unknown[][] => [
  facts.map(({ profileId }) => profileId),
  facts.map(({ at }) => at),
  facts.map(({ position }) => position),
]

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
