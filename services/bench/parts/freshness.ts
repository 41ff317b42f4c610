import type { EventStore } from '@app/contracts/event-store.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import { createOwnRunners } from '@app/projections/runtime/progress/own-runners.ts'
import { openProgress } from '@app/projections/runtime/progress/postgres-progress.ts'
import { startProjections } from '@app/projections/runtime/start-projections.ts'
import pg from 'pg'
import type { ComingEvent } from '../load/fill-log.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { LOOK_EVERY_MS, createVisibilityProbe, trickle, type VisibilityProbe } from '../visibility-probe.ts'
import { percentile } from '../report/statistics.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import { TAPPED_PROFILE, tapOf } from '../load/tap.ts'

const APPENDS = 400
const WARM_UP_APPENDS = 100
const PAUSE_MS = { least: 5, most: 25 }
const POLL_MS = 50
const CATCH_UP_MS_MAX = 30_000
const SEED = 7

interface Freshness {
  readonly store: EventStore
  readonly projector: pg.Pool
  readonly seals: RowSeals
  readonly probe: VisibilityProbe
  /** A tap of a new visitor on the one profile, which counts as a visit. */
  readonly nextTap: () => ComingEvent
  /** Pauses before the appends of a measurement, in milliseconds. */
  readonly pausesMs: (appends: number) => readonly number[]
  /** Visits so far. */
  visits: number
}

async function open(context: BenchContext): Promise<Freshness> {
  const { backend, url } = await openOurBackend(context, 'freshness')
  const random = createRandom(SEED)
  const given: Freshness = {
    store: backend.sealed,
    projector: backend.projector,
    seals: backend.seals,
    probe: createVisibilityProbe(await visitsIn(context, url, TAPPED_PROFILE)),
    nextTap: () => tapOf({ visitId: uuidOf(random), visitorId: uuidOf(random) }),
    pausesMs: (appends) =>
      Array.from({ length: appends }, () => PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least)),
    visits: 0,
  }
  await delaysMs(given, WARM_UP_APPENDS, given.store, undefined)
  return given
}

/** Counts in the read model as a query does, on a connection of its own. */
async function visitsIn(
  { closing }: BenchContext,
  url: string,
  profileId: string,
): Promise<() => Promise<number>> {
  const client = new pg.Client(connectionConfig(url, { role: 'svc_reader', applicationName: 'sight' }))
  client.on('error', () => undefined)
  await client.connect()
  closing.add(() => client.end())
  const query = {
    name: 'visits',
    text: 'select coalesce(sum(visits), 0)::int as n from read.traffic_days where profile_id = $1',
    values: [profileId],
  }
  return async () => (await client.query<{ n: number }>(query)).rows[0]?.n ?? 0
}

/** A store that never says by itself that it has grown. */
const silent = (store: EventStore): EventStore => ({ ...store, watch: () => () => undefined })

/** How long each append takes until a reader sees it, in milliseconds. */
async function delaysMs(
  given: Freshness,
  appends: number,
  store: EventStore,
  pollMs: number | undefined,
): Promise<readonly number[]> {
  const ownRunners = createOwnRunners()
  const running = startProjections(
    {
      db: given.projector,
      feedOf: feedsOfLog({ opened: store, sealed: store }),
      seals: given.seals,
      now: () => new Date(),
      ownRunners,
      ...(pollMs === undefined ? {} : { pollMs }),
    },
    PROJECTIONS,
  )
  const progress = openProgress({ db: given.projector, now: () => new Date(), ownRunners }, PROJECTIONS)
  try {
    if (!(await progress.waitFor(await store.headPosition(), CATCH_UP_MS_MAX)))
      throw new Error('the read models did not catch up')
    return await trickle(given.pausesMs(appends), async () => {
      const { stream, event } = given.nextTap()
      const sinceMs = performance.now()
      const count = (given.visits += 1)
      const seen = given.probe.until(count, sinceMs)
      await given.store.append(stream, 'noStream', [event])
      return seen
    })
  } finally {
    await running.stop()
    await progress.stop()
  }
}

async function measure(given: Freshness, variant: string): Promise<Figures> {
  const delays =
    variant === 'watch'
      ? await delaysMs(given, APPENDS, given.store, undefined)
      : await delaysMs(given, APPENDS, silent(given.store), POLL_MS)
  return { p50: percentile(delays, 50), p99: percentile(delays, 99) }
}

export const freshnessPart = part<Freshness>({
  name: 'freshness',
  title: 'Freshness: from append to read model',
  how: `${APPENDS} taps appended one by one, ${PAUSE_MS.least} to ${PAUSE_MS.most} ms apart whether or not the last is seen, while all read models of the product are kept up to date by its own runners in the same process. The time is from the call of append until a reader on a connection of its own, which looks every ${LOOK_EVERY_MS} ms, sees the visit in \`read.traffic_days\`. As it is, the runners wake when the log says that it has grown; in comparison the same runners are never told, and look every ${POLL_MS} ms.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'p50, ms', digits: 2 },
    { name: 'p99', title: 'p99, ms', digits: 1 },
  ],
  variants: [
    { name: 'watch', title: 'product' },
    { name: 'poll', title: `looking every ${POLL_MS} ms` },
  ],
  aims: [
    { title: 'p50, ms', metric: 'p50', of: 'watch', atMost: 5 },
    { title: `p50 ÷ looking every ${POLL_MS} ms`, metric: 'p50', of: 'watch', by: 'poll', atMost: 0.15 },
    { title: 'p99, ms', metric: 'p99', of: 'watch' },
  ],
  open,
  measure,
})
