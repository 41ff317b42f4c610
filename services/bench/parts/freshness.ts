import type { EventStore } from '@app/contracts/event-store.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import type { ComingEvent } from '../load/fill-log.ts'
import { TAPPED_PROFILE, tapOf } from '../load/tap.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { startOurRunners } from '../peers/our-runners.ts'
import { connectedReader, countBy } from '../product/connected.ts'
import { latenciesOf } from '../report/statistics.ts'
import { LOOK_EVERY_MS, createVisibilityProbe, trickle, type VisibilityProbe } from '../visibility-probe.ts'

const APPENDS = 400
const WARM_UP_APPENDS = 100
const PAUSE_MS = { least: 5, most: 25 }
const POLL_MS = 50
const SEED = 7

interface Freshness {
  readonly backend: Backend
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
  const reader = await connectedReader(context, url)
  const given: Freshness = {
    backend,
    probe: createVisibilityProbe(() => countBy(reader, VISITS)),
    nextTap: () => tapOf({ visitId: uuidOf(random), visitorId: uuidOf(random) }),
    pausesMs: (appends) =>
      Array.from({ length: appends }, () => PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least)),
    visits: 0,
  }
  await delaysMs(given, WARM_UP_APPENDS)
  return given
}

const VISITS = {
  name: 'visits',
  text: 'select coalesce(sum(visits), 0)::int as n from read.traffic_days where profile_id = $1',
  values: [TAPPED_PROFILE],
}

/** A store that never says by itself that it has grown. */
const silent = (store: EventStore): EventStore => ({ ...store, watch: () => () => undefined })

/** From each append until a reader sees it. */
async function delaysMs(
  given: Freshness,
  appends: number,
  runners?: Parameters<typeof startOurRunners>[2],
): Promise<readonly number[]> {
  const stop = await startOurRunners(given.backend, PROJECTIONS, runners)
  try {
    return await trickle(given.pausesMs(appends), async () => {
      const { stream, event } = given.nextTap()
      const seen = given.probe.until((given.visits += 1), performance.now())
      await given.backend.sealed.append(stream, 'noStream', [event])
      return seen
    })
  } finally {
    await stop()
  }
}

async function measure(given: Freshness, variant: string): Promise<Figures> {
  const polling = { store: silent(given.backend.sealed), pollMs: POLL_MS }
  return { ...latenciesOf(await delaysMs(given, APPENDS, variant === 'watch' ? undefined : polling)) }
}

export const freshnessPart = part<Freshness>({
  name: 'freshness',
  title: 'Freshness: from append to read model',
  how: `${APPENDS} taps are appended one by one, ${PAUSE_MS.least} to ${PAUSE_MS.most} ms apart, even while the last one is not yet visible. The product's own runners keep all read models up to date in the same process. The time is from the call of append until a reader sees the visit in \`read.traffic_days\`. The reader has its own connection and polls every ${LOOK_EVERY_MS} ms. In the product the log's signal wakes the runners; in the comparison the same runners get no signal and poll every ${POLL_MS} ms.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'p50, ms', digits: 2 },
    { name: 'p99', title: 'p99, ms', digits: 1 },
  ],
  variants: [
    { name: 'watch', title: 'product' },
    { name: 'poll', title: `polling every ${POLL_MS} ms` },
  ],
  aims: [
    { title: 'p50, ms', metric: 'p50', of: 'watch', atMost: 5 },
    { title: `p50 ÷ polling every ${POLL_MS} ms`, metric: 'p50', of: 'watch', by: 'poll', atMost: 0.15 },
    { title: 'p99, ms', metric: 'p99', of: 'watch' },
  ],
  open,
  measure,
})
