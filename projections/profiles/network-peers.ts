import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { countColumn } from '@app/contracts/traffic/day-counts.ts'
import type { ReadDb } from '../read-db.ts'

export interface PeerSums {
  readonly profiles: number
  readonly visits: number
  readonly clicks: number
}

/** Ids are random, so the first ones are a fair sample. */
const PROFILES_MAX = 4_000

/** Visits and clicks by network of active profiles since a day. A profile shows a network if the network's field is not empty. */
export async function networkPeers(
  db: ReadDb,
  networks: readonly Network[],
  since: string,
): Promise<Readonly<Record<string, PeerSums>>> {
  const peers = networks.map((network) => {
    const shown = `p.networks @> array['${network}']`
    return `'${network}', json_build_object('profiles', count(*) filter (where ${shown}),
      'visits', coalesce(sum(visits) filter (where ${shown}), 0), 'clicks', coalesce(sum("${network}") filter (where ${shown}), 0))`
  })
  const clicks = networks.map((network) => `sum(${countColumn('network', network)}) as "${network}"`)
  const { rows } = await db.query<{ peers: Record<string, PeerSums> }>(
    `select json_build_object(${peers.join(', ')}) as peers
     from (select * from read.profiles where is_active order by id limit ${PROFILES_MAX}) p
     cross join lateral (select sum(visits) as visits, ${clicks.join(', ')} from read.traffic_days
       where profile_id = p.id and day >= $1 having count(*) > 0) d`,
    [since],
  )
  return rows[0]!.peers
}
