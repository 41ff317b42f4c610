import type { ReadDb } from '../read-db.ts'
import { addPairs, breakdownOf, type Counters } from '../traffic/counters.ts'

export interface PeerSums {
  readonly profiles: number
  readonly visits: number
  readonly clicks: number
}

const PEER_MONTHS_MAX = 4_000

/**
 * Visits and clicks by network, over the most visited months of active profiles.
 * A profile shows a network if the network's field is not empty.
 */
export async function networkPeers(
  db: ReadDb,
  networks: readonly string[],
  sinceMonth: string,
): Promise<Readonly<Record<string, PeerSums>>> {
  const { rows } = await db.query<{ id: string; shown: string[]; visits: number; counters: number[] }>(
    `select m.profile_id as id, m.visits, m.counters,
       array(select n from unnest(p.networks) n where n = any($1::text[])) as shown
     from read.traffic_months m join read.profiles p on p.id = m.profile_id and p.is_active
     where m.month >= $2 order by m.visits desc limit ${PEER_MONTHS_MAX}`,
    [networks, sinceMonth],
  )
  const sums = new Map(
    networks.map((network) => [network, { profiles: new Set<string>(), visits: 0, clicks: 0 }]),
  )
  for (const { id, shown, visits, counters: pairs } of rows) {
    const counters: Counters = new Map()
    addPairs(counters, pairs)
    const clicks = breakdownOf(counters).network ?? {}
    for (const network of shown) {
      const sum = sums.get(network)!
      sum.profiles.add(id)
      sum.visits += visits
      sum.clicks += clicks[network] ?? 0
    }
  }
  return Object.fromEntries(
    [...sums].map(([network, sum]) => [network, { ...sum, profiles: sum.profiles.size }]),
  )
}
