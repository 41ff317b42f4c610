import { startStandIn } from '../log-server/log-server.ts'
import { part } from '../part.ts'
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
    const { url: EVENTSTORE_URL } = await startStandIn(context, 'stand-in')
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
