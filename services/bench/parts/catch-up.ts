import { withConnection } from '@app/postgres/connection.ts'
import { dropBuild, listBuilds } from '@app/projections/runtime/builds.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { traffic } from '@app/generator/generate-traffic.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { appendToEmmett, emmettEventOf, openEmmettLog } from '../peers/emmett-log.ts'
import { projectByEmmett } from '../peers/emmett-projector.ts'
import type { ComingEvent } from '../load/fill-log.ts'
import { eachInFlight } from '../load/in-flight.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { startOurRunners } from '../peers/our-runners.ts'
import { countBy } from '../product/connected.ts'
import { numberText } from '../report/statistics.ts'
import { part, type Figures, type BenchContext } from '../part.ts'

const EVENTS = 100_000
const PROFILES = 1_000
const SEED = 20_261_120
const TRAFFIC = {
  seed: SEED,
  events: EVENTS,
  fromMs: Date.parse('2026-09-01T12:00:00.000Z'),
  toMs: Date.parse('2026-10-31T12:00:00.000Z'),
  identifiedPart: 0,
}
const APPENDS_IN_FLIGHT = 500
/** Emmett's log is only read here, so it may be filled quickly: many events an append. */
const EMMETT_EVENTS_AN_APPEND = 500

interface CatchUp {
  /** How many there are to project. */
  readonly events: number
  readonly backend: Backend
  readonly emmettUrl: string
  /** Makes names of projectors that have never been there. */
  readonly nextName: () => string
}

/** Taps, clicks and downloads: what leaves nothing in emmett's table would be work for nobody but the product. */
function trafficOfAll(): readonly ComingEvent[] {
  const random = createRandom(SEED)
  const profiles = Array.from({ length: PROFILES }, () => uuidOf(random))
  return [...traffic({ ...TRAFFIC, profiles })].filter(({ event }) => event.type !== 'PagePreviewed')
}

async function open(context: BenchContext): Promise<CatchUp> {
  const generated = trafficOfAll()
  const { backend, url } = await openOurBackend(context, 'catch_up_ours')
  await eachInFlight(generated, APPENDS_IN_FLIGHT, ({ stream, event }) =>
    backend.sealed.append(stream, 'noStream', [event]),
  )
  const emmettUrl = await fillEmmettLog(context, generated)
  // What the server would do by itself at some moment of the rounds.
  await withConnection(url, (client) => client.query('vacuum analyze log.events'))
  await withConnection(emmettUrl, (client) => client.query('vacuum analyze'))
  let names = 0
  return {
    events: generated.length,
    backend,
    emmettUrl,
    nextName: () => `traffic_days_${(names += 1)}`,
  }
}

/** One append after the other: of appends that overlap, its consumer passes some events over. */
async function fillEmmettLog(context: BenchContext, generated: readonly ComingEvent[]): Promise<string> {
  const { store, url } = await openEmmettLog(context, 'catch_up_emmett')
  for (let from = 0; from < generated.length; from += EMMETT_EVENTS_AN_APPEND) {
    const events = generated.slice(from, from + EMMETT_EVENTS_AN_APPEND).map(emmettEventOf)
    await appendToEmmett(store, `traffic-${from}`, events)
  }
  return url
}

async function measure(given: CatchUp, variant: string): Promise<Figures> {
  const { events, seconds } =
    variant === 'ours'
      ? await projectOurs(given.backend)
      : await projectByEmmett(given.emmettUrl, given.nextName())
  if (events !== given.events)
    throw new Error(`${variant}: the read model holds ${events} of ${given.events} events`)
  return { rate: events / seconds }
}

/** From no tables at all until the read model holds everything. */
async function projectOurs(backend: Backend) {
  const { projector } = backend
  for (const { name } of await listBuilds(projector)) await dropBuild(projector, name)
  const startedMs = performance.now()
  const stop = await startOurRunners(backend, [trafficProjection])
  const seconds = (performance.now() - startedMs) / 1_000
  await stop()
  return { events: await countBy(projector, 'select count(*) as n from read.traffic_facts'), seconds }
}

export const catchUpPart = part<CatchUp>({
  name: 'catch-up',
  title: 'Catching up: projected events per second',
  how: `${numberText(EVENTS)} events of two months of generated traffic, appended beforehand: taps, clicks and saved contacts, without previews. Few of ${numberText(PROFILES)} profiles have most of it; some visitors return, some events are late, some are a robot's. The product's own runner makes the traffic projection from no tables to the head of the log: facts, each visitor's state, days, months, and the data for exact unique and engaged visitors of any range. Emmett's consumer and projector write the same events of their own log into one table of daily sums, a much smaller read model, with one upsert an event in batches of 1,000. Both must hold all events at the end.`,
  peers: ['@event-driven-io/emmett-postgresql'],
  metrics: [{ name: 'rate', title: 'events/s', digits: 0 }],
  variants: [
    { name: 'ours', title: 'product, traffic projection' },
    { name: 'emmett', title: 'emmett, one upsert an event' },
  ],
  aims: [{ title: 'product ÷ emmett', metric: 'rate', of: 'ours', by: 'emmett', atLeast: 6 }],
  open,
  measure,
})
