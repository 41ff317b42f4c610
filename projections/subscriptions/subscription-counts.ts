import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { ShownStatus } from '@app/contracts/api/reminder-calls.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import type { RowsMoved } from '../runtime/row-fold.ts'
import { shownStatusOf, type SubscriptionRow } from './subscription-row.ts'

interface Count {
  readonly profile_id: string
  readonly status: ShownStatus
  /** Of subscribing. */
  readonly day: string
  readonly by: number
}

const KEYS = 'unnest($1::uuid[], $2::text[], $3::date[])'

const ADD = `
  with moved as (
    select * from unnest($1::uuid[], $2::text[], $3::date[], $4::int[]) m(profile_id, status, day, by)),
  days as (
    insert into subscription_days as d (profile_id, status, day, subscriptions)
    select profile_id, status, day, by from moved
    on conflict (profile_id, day, status) do update set subscriptions = d.subscriptions + excluded.subscriptions)
  insert into subscription_counts as c (profile_id, status, subscriptions)
  select profile_id, status, sum(by) from moved group by profile_id, status
  on conflict (profile_id, status) do update set subscriptions = c.subscriptions + excluded.subscriptions`
// A build made after an erasure would not have the rows.
const REMOVE_EMPTY = `
  with days as (
    delete from subscription_days d using ${KEYS} k(profile_id, status, day)
    where d.profile_id = k.profile_id and d.day = k.day and d.status = k.status and d.subscriptions = 0)
  delete from subscription_counts c using ${KEYS} k(profile_id, status, day)
  where c.profile_id = k.profile_id and c.status = k.status and c.subscriptions = 0`

/** How many subscriptions of each status, as lists show it, each profile has, and how many of each day. */
export async function moveCounts(
  tx: BuildTransaction,
  { made, removed, changed }: RowsMoved<SubscriptionRow>,
): Promise<void> {
  const counts = sumOf(
    [...made, ...changed.map(({ after }) => after)],
    [...removed, ...changed.map(({ before }) => before)],
  )
  if (counts.length === 0) return
  const keysOf = (some: readonly Count[]): readonly unknown[][] => [
    some.map(({ profile_id: id }) => id),
    some.map(({ status }) => status),
    some.map(({ day }) => day),
  ]
  await tx.query(ADD, [...keysOf(counts), counts.map(({ by }) => by)])
  const lowered = counts.filter(({ by }) => by < 0)
  if (lowered.length > 0) await tx.query(REMOVE_EMPTY, [...keysOf(lowered)])
}

function sumOf(added: readonly SubscriptionRow[], taken: readonly SubscriptionRow[]): readonly Count[] {
  const counts = new Map<string, Count>()
  const move = (row: SubscriptionRow, by: number): void => {
    const { profile_id } = row
    const status = shownStatusOf(row)
    const day = dayInSantiago(row.subscribed_at)
    const place = `${profile_id} ${status} ${day}`
    counts.set(place, { profile_id, status, day, by: (counts.get(place)?.by ?? 0) + by })
  }
  for (const row of added) move(row, 1)
  for (const row of taken) move(row, -1)
  return [...counts.values()].filter(({ by }) => by !== 0)
}
