import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@app/contracts/event-store.ts'
import { VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/definitions.ts'
import { createPool } from '@app/postgres/pool.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import type pg from 'pg'
import { latenciesOf, type Figures, type BenchPart } from '../frame.ts'
import { fillLog, type ComingEvent } from '../load/in-flight.ts'
import { openOurBackend, startOurRunners } from '../load/our-backend.ts'
import { clickOf, tapOf, TAPPED_PROFILE } from '../load/taps.ts'

const MANY_DAYS = 1_000
const FEW_FACTS = 500
const LATE_CLICKS = 60
const TAPS = 200
const TAP_EVERY_MS = 15
const GIVE_UP_MS = 10_000
/** Short against milliseconds, and long enough that the polling itself costs little. */
const LOOK_EVERY_MS = 1
const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T15:00:00.000Z')

const OTHER_PROFILE = 'd0d0d0d0-0000-4000-8000-0000000000ff'
const FACTS = `select count(*)::int as n from read.traffic_facts
  where profile_id = $1 and visitor_id = $2 and day = $3`
const VISITS = 'select coalesce(sum(visits), 0)::int as n from read.traffic_days where profile_id = $1'

const clickAt = (visitorId: string, at: number): ComingEvent =>
  clickOf(randomUUID(), visitorId, new Date(at).toISOString())

/** Late clicks of a visitor with a million facts beside one with 500, and the time until a tap is shown. */
export const visitor: BenchPart = {
  name: 'visitor',
  judged: [
    { title: 'late click: a million facts ÷ 500', metric: 'p50', of: 'many', by: 'few', atMost: 5 },
    { title: 'tap: append until shown, p50 ms', metric: 'p50', of: 'taps', atMost: 15 },
    { title: 'tap: append until shown, p99 ms', metric: 'p99', of: 'taps', atMost: 30 },
  ],
  open: async (context) => {
    const days = context.scaled(MANY_DAYS)
    const many = {
      id: randomUUID(),
      day: NOON - Math.ceil(days / 2) * DAY_MS,
      facts: VISITOR_FACTS_A_DAY_MAX,
    }
    const few = { id: randomUUID(), day: NOON - DAY_MS, facts: FEW_FACTS }
    const url = await context.database('visitor')
    const backend = await openOurBackend(context, url)
    const reader = createPool(url, { role: 'svc_reader', applicationName: 'bench', max: 2 })
    context.onClose(() => reader.end())
    await fillLog({ log: backend.sealed }, stored(many.id, few.id, days))
    context.onClose(await startOurRunners(backend, [trafficProjection]))
    const probe = { store: backend.sealed, reader, tapped: 0 }
    return {
      few: () => lateClicks(probe, few),
      many: () => lateClicks(probe, many),
      taps: () => taps(probe),
    }
  },
}

interface Visitor {
  readonly id: string
  readonly day: number
  /** Shown on that day. */
  facts: number
}

interface Probe {
  readonly store: EventStore
  readonly reader: pg.Pool
  tapped: number
}

/** @returns ms from the append until the reader sees so many */
async function appendSeen(
  { store, reader }: Probe,
  { stream, event }: ComingEvent,
  query: { readonly name: string; readonly text: string; readonly values: string[] },
  count: number,
): Promise<number> {
  const sinceMs = performance.now()
  await store.append(stream, 'noStream', [event])
  while (performance.now() - sinceMs < GIVE_UP_MS) {
    const { rows } = await reader.query<{ n: number }>(query)
    if (rows[0]!.n >= count) return performance.now() - sinceMs
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`${count} are not shown`)
}

/** Earlier than all others of its day, so that it may move each of them. */
function lateClick(probe: Probe, who: Visitor): Promise<number> {
  who.facts += 1
  const values = [TAPPED_PROFILE, who.id, new Date(who.day).toISOString().slice(0, 10)]
  const query = { name: 'facts', text: FACTS, values }
  return appendSeen(probe, clickAt(who.id, who.day - who.facts), query, who.facts)
}

async function lateClicks(probe: Probe, who: Visitor): Promise<Figures> {
  const times: number[] = []
  for (let n = 0; n < LATE_CLICKS; n += 1) times.push(await lateClick(probe, who))
  return latenciesOf(times)
}

async function taps(probe: Probe): Promise<Figures> {
  const times: number[] = []
  for (let n = 0; n < TAPS; n += 1) {
    probe.tapped += 1
    const query = { name: 'visits', text: VISITS, values: [OTHER_PROFILE] }
    times.push(await appendSeen(probe, tapOf(randomUUID(), randomUUID(), OTHER_PROFILE), query, probe.tapped))
    await pause(TAP_EVERY_MS)
  }
  return latenciesOf(times)
}

/** Days full to the limit, and one day with half of it. */
function* stored(manyId: string, fewId: string, days: number): Generator<ComingEvent> {
  for (let day = days; day > 0; day -= 1)
    for (let n = 0; n < VISITOR_FACTS_A_DAY_MAX; n += 1) yield clickAt(manyId, NOON - day * DAY_MS + n * 10)
  for (let n = 0; n < FEW_FACTS; n += 1) yield clickAt(fewId, NOON - DAY_MS + n * 10)
}
