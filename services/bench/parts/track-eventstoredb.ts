import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { serverVersionAt } from '../product/log-server-version.ts'
import { startChild } from '../product/child.ts'
import { cpuMicrosOfTree } from '../product/processor-time.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
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

interface LogServer {
  readonly url: string
  readonly description: string
  /** Undefined for a server that is not ours, or where the system does not report it. */
  readonly cpuMicros: () => number | undefined
}

const FACTS = 'select count(*) as n from read.traffic_facts'
/** An empty server to measure instead of the stand-in: the part fills it. */
const GIVEN_URL = process.env.BENCH_EVENTSTORE_URL ?? ''
const IS_GIVEN = GIVEN_URL !== ''
const SERVER = IS_GIVEN ? 'the given server' : 'the stand-in'

const HOW_GIVEN = '**The server is the one that `BENCH_EVENTSTORE_URL` names**; the table below says which.'
const HOW_STAND_IN =
  "**The server is not a real EventStoreDB**, but the stand-in of this project's tests: a gRPC server in Node, which keeps a small index of its log in memory, and the log in a file without `fsync`. So this tells what the client and its protocol cost the product's own process, not how fast EventStoreDB is; and the stand-in takes its share of the same cores, which is measured, too. `BENCH_EVENTSTORE_URL` names an empty server to measure instead."

/** The project's test server of EventStoreDB's protocol, without fsync. */
async function startStandIn({ ownDist, folder, closing }: BenchContext): Promise<LogServer> {
  const data = join(folder, 'stand-in')
  await mkdir(data)
  const child = startChild(join(ownDist, 'stand-in.cjs'), {
    ownDist,
    cwd: folder,
    args: [join(data, 'log')],
  })
  closing.add(child.stop)
  const [, port] = await child.untilOutput(/^listening (\d+)$/m)
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    description: 'the stand-in',
    cpuMicros: () => cpuMicrosOfTree(child.pid),
  }
}

/** Its address may hold a password: only the hosts are told. */
async function givenServer(): Promise<LogServer> {
  const hosts = GIVEN_URL.replace(/^[^/]*\/\/(?:[^@/]*@)?/, '').replace(/[/?].*$/, '')
  return {
    url: GIVEN_URL,
    description: `EventStoreDB ${await serverVersionAt(GIVEN_URL)} at ${hosts}`,
    cpuMicros: () => undefined,
  }
}

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
    const logServer = await (IS_GIVEN ? givenServer() : startStandIn(context))
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
