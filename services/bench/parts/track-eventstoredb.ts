import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../product/child.ts'
import { part, type BenchContext } from '../part.ts'
import {
  CONNECTIONS,
  TRACKING_METRICS,
  measureNoOp,
  measureProduct,
  openNoOp,
  openProduct,
  type ProductTarget,
  type TrackTarget,
} from '../load/tracking.ts'

interface Track {
  readonly noOp: TrackTarget
  readonly postgres: ProductTarget
  readonly eventstoredb: ProductTarget
}

const FACTS = 'select count(*) as n from read.traffic_facts'

/** The project's test server of EventStoreDB's protocol, without fsync. */
async function startStandIn({ ownDist, folder, closing }: BenchContext): Promise<string> {
  const data = join(folder, 'stand-in')
  await mkdir(data)
  const child = startChild(join(ownDist, 'stand-in.cjs'), {
    ownDist,
    cwd: folder,
    args: [join(data, 'log')],
  })
  closing.add(child.stop)
  const [, port] = await child.untilOutput(/^listening (\d+)$/m)
  return `esdb://127.0.0.1:${port}?tls=false`
}

export const trackEventStoreDbPart = part<Track>({
  name: 'track-eventstoredb',
  title: 'Tracking over EventStoreDB: what its client costs',
  how: `The same calls over ${CONNECTIONS} connections, with \`EVENT_STORE=eventstoredb\`. **The server is not a real EventStoreDB**, but the stand-in of this project's tests: a gRPC server in Node, which keeps its log in memory and in a file without \`fsync\`. So this tells what the client and its protocol cost the product's own process, not how fast EventStoreDB is; and the stand-in takes its share of the same cores. After every measurement the read models must hold exactly what was acknowledged.`,
  peers: ['express', 'autocannon'],
  metrics: TRACKING_METRICS,
  variants: [
    { name: 'no-op', title: 'no-op Express' },
    { name: 'postgres', title: 'product, log in PostgreSQL' },
    { name: 'eventstoredb', title: 'product, log in the stand-in' },
  ],
  aims: [
    { title: 'events/s ÷ no-op', metric: 'rate', of: 'eventstoredb', by: 'no-op' },
    { title: 'events/s ÷ log in PostgreSQL', metric: 'rate', of: 'eventstoredb', by: 'postgres' },
    { title: 'Node CPU ÷ log in PostgreSQL', metric: 'cpu', of: 'eventstoredb', by: 'postgres' },
  ],
  open: async (context) => {
    const postgres = await openProduct(context, 'track_postgres', FACTS)
    const EVENTSTORE_URL = await startStandIn(context)
    const eventstoredb = await openProduct(context, 'track_eventstoredb', FACTS, {
      EVENT_STORE: 'eventstoredb',
      EVENTSTORE_URL,
    })
    return { postgres, eventstoredb, noOp: await openNoOp(context, postgres.profileId) }
  },
  measure: ({ noOp, postgres, eventstoredb }, variant) =>
    variant === 'no-op'
      ? measureNoOp(noOp)
      : measureProduct(variant === 'postgres' ? postgres : eventstoredb, false),
})
