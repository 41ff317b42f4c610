import type { ShownStatus } from '@app/contracts/api/reminders.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import type { RowsMoved } from '../runtime/row-fold.ts'
import { shownStatusOf, type SubscriptionRow } from './subscription-row.ts'

interface Count {
  readonly profile_id: string
  readonly status: ShownStatus
  readonly by: number
}

const ADD = `
  insert into subscription_counts as c (profile_id, status, subscriptions)
  select * from unnest($1::uuid[], $2::text[], $3::int[])
  on conflict (profile_id, status) do update set subscriptions = c.subscriptions + excluded.subscriptions`
// A build made after an erasure would not have the row.
const REMOVE_EMPTY =
  'delete from subscription_counts where profile_id = any($1::uuid[]) and subscriptions = 0'

/** How many subscriptions of each status, as lists show it, each profile has. */
export async function moveCounts(
  tx: BuildTransaction,
  { made, removed, changed }: RowsMoved<SubscriptionRow>,
): Promise<void> {
  const counts = sumOf(
    [...made, ...changed.map(({ after }) => after)],
    [...removed, ...changed.map(({ before }) => before)],
  )
  if (counts.length === 0) return
  const profiles = counts.map(({ profile_id: id }) => id)
  const statuses = counts.map(({ status }) => status)
  await tx.query(ADD, [profiles, statuses, counts.map(({ by }) => by)])
  if (counts.some(({ by }) => by < 0)) await tx.query(REMOVE_EMPTY, [[...new Set(profiles)]])
}

function sumOf(added: readonly SubscriptionRow[], taken: readonly SubscriptionRow[]): readonly Count[] {
  const counts = new Map<string, Count>()
  const move = (row: SubscriptionRow, by: number): void => {
    const { profile_id } = row
    const status = shownStatusOf(row)
    const place = `${profile_id} ${status}`
    counts.set(place, { profile_id, status, by: (counts.get(place)?.by ?? 0) + by })
  }
  for (const row of added) move(row, 1)
  for (const row of taken) move(row, -1)
  return [...counts.values()].filter(({ by }) => by !== 0)
}
