import { randomUUID } from 'node:crypto'
import { openEventLog } from '@app/event-store/open.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { traffic } from '@app/generator/generate-traffic.ts'
import { fillLog } from '../load/fill-log.ts'
import { startStandIn } from '../log-server/log-server.ts'
import { part, type BenchContext, type BenchPart, type Figures, type InformationTable } from '../part.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { numberText } from '../report/statistics.ts'

const MILLION = 1_000_000
const SIZES = [3 * MILLION, MILLION]
const SEED = 20_261_122
const PROFILES = 1_000
const DAY_MS = 86_400_000
const UNTIL_MS = Date.parse('2026-11-20T12:00:00.000Z')
const YEAR_MS = 365 * DAY_MS
const CATCH_UP_MS_MAX = 1_800_000
/** A start over a long log beside one over an empty one. */
const FLAT = 2

interface Filled {
  readonly events: number
  readonly env: { readonly DATABASE_URL: string } & Readonly<Record<string, string>>
  /** While all read models were made anew. */
  readonly readyMs: number
  readonly caughtUpMs: number
  readonly serverBytes: number
}

interface Starts {
  readonly context: BenchContext
  readonly bySize: ReadonlyMap<string, Filled>
}

const variantOf = (events: number): string => `start-${events}`

async function open(context: BenchContext, sizes: readonly number[]): Promise<Starts> {
  const bySize = new Map<string, Filled>()
  for (const events of [0, ...sizes]) bySize.set(variantOf(events), await fill(context, events))
  return { context, bySize }
}

/** The product begins the log, then does not run while the log grows past it. */
async function fill(context: BenchContext, events: number): Promise<Filled> {
  const server = await startStandIn(context, `stand-in-${events}`)
  const env = {
    DATABASE_URL: await context.server.database(`start_${events}`),
    EVENT_STORE: 'eventstoredb',
    EVENTSTORE_URL: server.url,
  }
  const first = await startBenchProduct(context, env)
  await first.caughtUp()
  await first.stop()
  await append(context, server.url, events)
  const startedMs = performance.now()
  const second = await startBenchProduct(context, env)
  await second.caughtUp(CATCH_UP_MS_MAX)
  const caughtUpMs = performance.now() - startedMs
  await second.stop()
  const serverBytes = (await server.memoryBytes()) ?? 0
  return { events, env, readyMs: second.startMs, caughtUpMs, serverBytes }
}

async function append({ say }: BenchContext, url: string, events: number): Promise<void> {
  if (events === 0) return
  const store = await openEventLog(
    { kind: 'eventstoredb', url },
    { now: () => new Date(), newId: randomUUID, random: Math.random },
  )
  const random = createRandom(SEED)
  const profiles = Array.from({ length: PROFILES }, () => uuidOf(random))
  const span = { fromMs: UNTIL_MS - YEAR_MS, toMs: UNTIL_MS }
  try {
    await fillLog(store, traffic({ seed: SEED, events, profiles, identifiedPart: 0, ...span }), say)
  } finally {
    await store.dispose()
  }
}

async function measure({ context, bySize }: Starts, variant: string): Promise<Figures> {
  const product: Product = await startBenchProduct(context, bySize.get(variant)!.env)
  try {
    const { bytesMax } = await product.memory()
    return { seconds: product.startMs / 1_000, peak: bytesMax / 2 ** 20 }
  } finally {
    await product.stop()
  }
}

async function informationOf({ bySize }: Starts): Promise<readonly InformationTable[]> {
  const filled = [...bySize.values()].filter(({ events }) => events > 0)
  return [
    {
      head: ['all read models built anew', ...filled.map(({ events }) => `${numberText(events)} events`)],
      rows: [
        ['until ready, s', ...filled.map(({ readyMs }) => (readyMs / 1_000).toFixed(1))],
        ['until all are complete, s', ...filled.map(({ caughtUpMs }) => (caughtUpMs / 1_000).toFixed(0))],
        [
          'events a second, traffic and all others at once',
          ...filled.map(({ events, caughtUpMs }) => numberText(Math.round((events / caughtUpMs) * 1_000))),
        ],
        [
          'memory of the log’s server, MiB',
          ...filled.map(({ serverBytes }) => (serverBytes / 2 ** 20).toFixed(0)),
        ],
      ],
    },
  ]
}

const partOf = (sizes: readonly number[]): BenchPart =>
  part<Starts>({
    name: 'start-eventstoredb',
    title: `Starting over EventStoreDB: logs of ${sizes.map((events) => numberText(events)).join(' and ')} events beside an empty one`,
    how: `The time that the built product takes from the start of its process until it is ready. Its read models are at the head of a log in the stand-in of this project's tests (see above), which runs on between starts. The log holds generated traffic of a year. Each ratio compares a long log with one that has a demo profile alone. Before that, once for each log, all read models are built anew on the same two cores as the server.`,
    peers: [],
    metrics: [
      { name: 'seconds', title: 's', digits: 2 },
      { name: 'peak', title: 'memory at peak, MiB', digits: 0 },
    ],
    variants: [0, ...sizes].map((events) => ({
      name: variantOf(events),
      title: `${numberText(events)} events`,
    })),
    aims: sizes.flatMap((events) => [
      {
        title: `start, ${numberText(events)} events ÷ empty`,
        metric: 'seconds',
        of: variantOf(events),
        by: variantOf(0),
        atMost: FLAT,
      },
      {
        title: `memory, ${numberText(events)} events ÷ empty`,
        metric: 'peak',
        of: variantOf(events),
        by: variantOf(0),
        atMost: FLAT,
      },
    ]),
    open: (context) => open(context, sizes),
    measure,
    information: informationOf,
    sized: partOf,
  })

export const startEventStoreDbPart = partOf(SIZES)
