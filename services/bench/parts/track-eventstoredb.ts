import { IS_GIVEN, openGivenServer, startStandIn, type LogServer } from '../log-server/log-server.ts'
import { part, type Figures } from '../part.ts'
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
  readonly logServer: LogServer
}

const FACTS = 'select count(*) as n from read.traffic_facts'
const SERVER = IS_GIVEN ? 'the given server' : 'the stand-in'

const HOW_GIVEN = '**`BENCH_EVENTSTORE_URL` names the server**; the table below describes it.'
const HOW_STAND_IN =
  "**The server is not a real EventStoreDB**, but the stand-in of this project's tests: a gRPC server in Node, which keeps a small index of its log in memory, and the log in a file without `fsync`. The figures show the cost of the client and its protocol in the product's own process. They do not show how fast EventStoreDB is. The stand-in shares the same cores; its processor time is measured too. `BENCH_EVENTSTORE_URL` names an empty server to measure instead."

async function measureLogServer({ eventstoredb, logServer }: Track): Promise<Figures> {
  const before = [logServer.cpuMicros(), await eventstoredb.recorded()] as const
  const figures = await measureProduct(eventstoredb, false)
  const after = [logServer.cpuMicros(), await eventstoredb.recorded()] as const
  if (before[0] === undefined || after[0] === undefined) return figures
  return { ...figures, 'cpu-log-server': (after[0] - before[0]) / (after[1] - before[1]) }
}

export const trackEventStoreDbPart = part<Track>({
  name: 'track-eventstoredb',
  title: 'Tracking over EventStoreDB: what its client costs',
  how: `The same calls over ${CONNECTIONS} connections, with \`EVENT_STORE=eventstoredb\`. ${IS_GIVEN ? HOW_GIVEN : HOW_STAND_IN} After every measurement the read models must hold exactly what was acknowledged.`,
  peers: ['express', 'autocannon'],
  metrics: [
    ...TRACKING_METRICS,
    { name: 'cpu-log-server', title: 'CPU of the log server until projected, µs/event', digits: 1 },
  ],
  variants: [
    { name: 'no-op', title: 'no-op Express' },
    { name: 'postgres', title: 'product, log in PostgreSQL' },
    { name: 'eventstoredb', title: `product, log in ${SERVER}` },
  ],
  aims: [
    { title: 'events/s ÷ no-op', metric: 'rate', of: 'eventstoredb', by: 'no-op' },
    {
      title: 'events/s ÷ log in PostgreSQL',
      metric: 'rate',
      of: 'eventstoredb',
      by: 'postgres',
      atLeast: 0.5,
    },
    {
      title: 'Node CPU ÷ log in PostgreSQL',
      metric: 'cpu',
      of: 'eventstoredb',
      by: 'postgres',
      atMost: 2,
    },
  ],
  open: async (context) => {
    const postgres = await openProduct(context, 'track_postgres', FACTS)
    const logServer = await (IS_GIVEN ? openGivenServer() : startStandIn(context, 'stand-in'))
    const eventstoredb = await openProduct(context, 'track_eventstoredb', FACTS, {
      EVENT_STORE: 'eventstoredb',
      EVENTSTORE_URL: logServer.url,
    })
    return { postgres, eventstoredb, logServer, noOp: await openNoOp(context, postgres.profileId) }
  },
  measure: (track, variant) => {
    if (variant === 'no-op') return measureNoOp(track.noOp)
    return variant === 'postgres' ? measureProduct(track.postgres, false) : measureLogServer(track)
  },
  information: async ({ logServer }) => [{ head: ['Log server'], rows: [[logServer.description]] }],
})
