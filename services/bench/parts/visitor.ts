import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@app/contracts/event-store.ts'
import { VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/definitions.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { fillLog, type ComingEvent } from '../load/fill-log.ts'
import { clickOf, tapOf, TAPPED_PROFILE } from '../load/tap.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { startOurRunners } from '../peers/our-runners.ts'
import { connectedReader, countBy } from '../product/connected.ts'
import { latenciesOf, numberText } from '../report/statistics.ts'
import { LOOK_EVERY_MS, createVisibilityProbe, type VisibilityProbe } from '../visibility-probe.ts'

const MANY_DAYS = 1_000
const FEW_FACTS = 500
const LATE_CLICKS = 60
const TAPS = 200
/** What one address may send of events that say when they happened is less. */
const LATE_EVERY_MS = 250
const TAP_EVERY_MS = 15
const SEED = 11
const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T15:00:00.000Z')
const MIB = 1_048_576

const OTHER_PROFILE = 'd0d0d0d0-0000-4000-8000-0000000000ff'
const MANY = { visitorId: 'a0000000-0000-4000-8000-000000000001', daysAgo: MANY_DAYS / 2 }
const FEW = { visitorId: 'a0000000-0000-4000-8000-000000000002', daysAgo: 1 }

interface Bench {
  readonly store: EventStore
  readonly nextId: () => string
  readonly momentsOf: (visitorId: string) => VisibilityProbe
  readonly moments: Map<string, number>
  readonly visits: VisibilityProbe
  tapped: number
}

const clickAt = (id: string, visitorId: string, at: number): ComingEvent =>
  clickOf({ eventId: id, profileId: TAPPED_PROFILE, visitorId, at: new Date(at).toISOString() })

/** A thousand days full to the limit, and one day with half of it. */
function* stored(nextId: () => string): Generator<ComingEvent> {
  for (let day = MANY_DAYS; day > 0; day -= 1)
    for (let n = 0; n < VISITOR_FACTS_A_DAY_MAX; n += 1)
      yield clickAt(nextId(), MANY.visitorId, NOON - day * DAY_MS + n * 10)
  for (let n = 0; n < FEW_FACTS; n += 1) yield clickAt(nextId(), FEW.visitorId, NOON - DAY_MS + n * 10)
}

async function open(context: BenchContext): Promise<Bench> {
  const { backend, url } = await openOurBackend(context, 'visitor')
  const random = createRandom(SEED)
  const nextId = () => uuidOf(random)
  await fillLog(backend.sealed, stored(nextId), context.say)
  context.closing.add(await startOurRunners(backend, [trafficProjection]))
  const reader = await connectedReader(context, url)
  const probes = new Map(
    [MANY, FEW].map(({ visitorId, daysAgo }) => [
      visitorId,
      createVisibilityProbe(() =>
        countBy(reader, {
          name: 'moments',
          text: `select coalesce(sum(moments), 0)::int as n from read.traffic_visitor_days
                 where profile_id = $1 and visitor_id = $2 and day = $3`,
          values: [TAPPED_PROFILE, visitorId, new Date(NOON - daysAgo * DAY_MS).toISOString().slice(0, 10)],
        }),
      ),
    ]),
  )
  return {
    store: backend.sealed,
    nextId,
    momentsOf: (visitorId) => probes.get(visitorId)!,
    moments: new Map([
      [MANY.visitorId, VISITOR_FACTS_A_DAY_MAX],
      [FEW.visitorId, FEW_FACTS],
    ]),
    visits: createVisibilityProbe(() =>
      countBy(reader, {
        name: 'visits',
        text: 'select coalesce(sum(visits), 0)::int as n from read.traffic_days where profile_id = $1',
        values: [OTHER_PROFILE],
      }),
    ),
    tapped: 0,
  }
}

/** Earlier than all others of its day, so that it may move each of them. @returns ms until a reader sees it */
async function lateClick(bench: Bench, { visitorId, daysAgo }: typeof MANY): Promise<number> {
  const count = bench.moments.get(visitorId)! + 1
  bench.moments.set(visitorId, count)
  const { stream, event } = clickAt(bench.nextId(), visitorId, NOON - daysAgo * DAY_MS - count)
  const seen = bench.momentsOf(visitorId).until(count, performance.now())
  await bench.store.append(stream, 'noStream', [event])
  return seen
}

async function tap(bench: Bench): Promise<number> {
  const count = (bench.tapped += 1)
  const { stream, event } = tapOf({
    visitId: bench.nextId(),
    visitorId: bench.nextId(),
    profileId: OTHER_PROFILE,
  })
  const seen = bench.visits.until(count, performance.now())
  await bench.store.append(stream, 'noStream', [event])
  return seen
}

async function measure(bench: Bench, variant: string): Promise<Figures> {
  if (variant === 'many' || variant === 'few') return lateClicks(bench, variant === 'many' ? MANY : FEW)
  const isOver = { value: false }
  const beside = variant === 'beside' ? flood(bench, isOver) : Promise.resolve()
  const delays: number[] = []
  for (let n = 0; n < TAPS; n += 1) {
    delays.push(await tap(bench))
    await pause(TAP_EVERY_MS)
  }
  isOver.value = true
  await beside
  return { ...latenciesOf(delays) }
}

async function lateClicks(bench: Bench, visitor: typeof MANY): Promise<Figures> {
  const before = process.memoryUsage.rss()
  const delays: number[] = []
  let most = before
  for (let n = 0; n < LATE_CLICKS; n += 1) {
    delays.push(await lateClick(bench, visitor))
    most = Math.max(most, process.memoryUsage.rss())
  }
  return { ...latenciesOf(delays), grown: (most - before) / MIB }
}

async function flood(bench: Bench, isOver: { readonly value: boolean }): Promise<void> {
  while (!isOver.value) {
    await Promise.all([lateClick(bench, MANY), pause(LATE_EVERY_MS)])
  }
}

export const visitorPart = part<Bench>({
  name: 'visitor',
  title: 'Late facts: one visitor with a million facts',
  how: `One visitor has ${numberText(MANY_DAYS * VISITOR_FACTS_A_DAY_MAX)} clicks on one profile, ${numberText(VISITOR_FACTS_A_DAY_MAX)} a day, which is the limit of a day. Another visitor has ${numberText(FEW_FACTS)} on one day. Clicks arrive late, one after the other, each before all others of a full day. The time is from the call of append until a reader, which polls every ${LOOK_EVERY_MS} ms, sees the visitor's row. The process that runs the projection also measures; its growth is the maximum over ${LATE_CLICKS} late clicks. Taps on another profile are measured alone, and beside a late click of the first visitor every ${LATE_EVERY_MS} ms.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'p50, ms', digits: 2 },
    { name: 'p99', title: 'p99, ms', digits: 1 },
    { name: 'grown', title: 'process grown, MiB', digits: 1 },
  ],
  variants: [
    { name: 'few', title: `late click, ${numberText(FEW_FACTS)} facts` },
    { name: 'many', title: `late click, ${numberText(MANY_DAYS * VISITOR_FACTS_A_DAY_MAX)} facts` },
    { name: 'quiet', title: "another profile's tap" },
    { name: 'beside', title: "another profile's tap, beside late clicks" },
  ],
  aims: [
    { title: 'late click, a million ÷ 500', metric: 'p50', of: 'many', by: 'few', atMost: 5 },
    { title: 'process grown, MiB', metric: 'grown', of: 'many', atMost: 32 },
    { title: 'tap beside late clicks ÷ without', metric: 'p50', of: 'beside', by: 'quiet', atMost: 1.5 },
  ],
  open,
  measure,
})
