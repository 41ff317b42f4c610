import { countColumn, NETWORKS, type Network } from '@app/contracts/traffic/kinds.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { hoursOf, type Counts, type Days, type TrafficSums } from './queries.ts'

export interface DayFigures extends Pick<TrafficSums, 'visits' | 'engaged'> {
  readonly day: string
  readonly visitors: number
  readonly networks: Readonly<Record<Network, number>>
  readonly hours: readonly number[]
}

/** One for each day, also for those without facts. */
export async function listDays(
  db: ReadDb,
  profileId: string,
  { from, to }: Days,
): Promise<readonly DayFigures[]> {
  const { rows } = await db.query<Counts & { readonly on: string }>(
    `select d.*, ($2::date + nth)::text as on from generate_series(0, $3::date - $2::date) nth
     left join read.traffic_days d on d.profile_id = $1 and d.day = $2::date + nth order by nth`,
    [profileId, from, to],
  )
  return rows.map(({ on: day, ...counts }) => {
    const count = (column: string): number => counts[column] ?? 0
    const clicks = NETWORKS.map((network) => [network, count(countColumn('network', network))])
    return {
      day,
      visits: count('visits'),
      visitors: count('uniques'),
      engaged: count('engaged'),
      networks: Object.fromEntries(clicks) as DayFigures['networks'],
      hours: hoursOf(counts),
    }
  })
}
