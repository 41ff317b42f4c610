import { randomUUID } from 'node:crypto'
import type { EventStore } from '@app/contracts/event-store.ts'
import { VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/definitions.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import type pg from 'pg'
import { latenciesOf, type BenchPart, type Figures } from '../frame.ts'
import { clickOf, tapOf, fillLog, type ComingEvent } from '../load/in-flight.ts'
import { openOurBackend, startOurRunners } from '../load/our-backend.ts'

const APPENDS = 200
const GIVE_UP_MS = 10_000

/** Counts facts of a visitor. */
const COUNT =
  'select count(*)::int as n from read.traffic_facts where profile_id = $1 and visitor_id = $2 and day = $3'

/** @returns ms from the answer to an append until its row is read */
async function appendSeen(
  reader: pg.Client,
  log: Pick<EventStore, 'append'>,
  { stream, event }: ComingEvent,
): Promise<number> {
  const { profileId, visitorId } = event.data
  const values = [profileId, visitorId, event.meta.occurredAt.slice(0, 10)]
  const counted = async () =>
    (await reader.query<{ n: number }>({ name: 'facts', text: COUNT, values })).rows[0]!.n
  const before = await counted()
  await log.append(stream, 'noStream', [event])
  const startedMs = performance.now()
  while ((await counted()) === before)
    if (performance.now() - startedMs > GIVE_UP_MS) throw new Error(`${event.id} is not shown`)
  return performance.now() - startedMs
}

/** With nothing else to do. */
export const visible: BenchPart = {
  name: 'visible',
  judged: [{ title: 'ms from an append to its row, p50', metric: 'p50', of: 'ours', atMost: 15 }],
  open: async (context) => {
    const url = await context.database('visible')
    const backend = await openOurBackend(context, url)
    context.onClose(await startOurRunners(backend, [trafficProjection]))
    const ours = () =>
      withConnection(url, async (reader) => {
        const times: number[] = []
        for (let n = 0; n < context.scaled(APPENDS); n += 1)
          times.push(await appendSeen(reader, backend.sealed, tapOf(randomUUID(), randomUUID())))
        return latenciesOf(times)
      })
    return { ours }
  },
}

const MANY_DAYS = 1_000
const FEW_FACTS = 500
const LATE_CLICKS = 60
const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T15:00:00.000Z')

const clickAt = (visitorId: string, at: number): ComingEvent =>
  clickOf(randomUUID(), visitorId, new Date(at).toISOString())

/** Late clicks of a visitor with a million facts on one card beside those of one with 500. */
export const visitor: BenchPart = {
  name: 'visitor',
  judged: [{ title: 'late click: a million facts ÷ 500', metric: 'p50', of: 'many', by: 'few', atMost: 5 }],
  open: async (context) => {
    const [manyId, fewId] = [randomUUID(), randomUUID()]
    const days = context.scaled(MANY_DAYS)
    const url = await context.database('visitor')
    const backend = await openOurBackend(context, url)
    await fillLog({ log: backend.sealed }, stored(manyId, fewId, days))
    context.onClose(await startOurRunners(backend, [trafficProjection]))
    let made = 0
    /** Each is earlier than all others of its day, so that it may move each of them. */
    const lateClicks = (visitorId: string, dayMs: number): Promise<Figures> =>
      withConnection(url, async (reader) => {
        const times: number[] = []
        for (let n = 0; n < LATE_CLICKS; n += 1)
          times.push(await appendSeen(reader, backend.sealed, clickAt(visitorId, dayMs - (made += 1))))
        return latenciesOf(times)
      })
    return {
      few: () => lateClicks(fewId, NOON - DAY_MS),
      many: () => lateClicks(manyId, NOON - Math.ceil(days / 2) * DAY_MS),
    }
  },
}

/** Days full to the limit, and one day with half of it. */
function* stored(manyId: string, fewId: string, days: number): Generator<ComingEvent> {
  for (let day = days; day > 0; day -= 1)
    for (let n = 0; n < VISITOR_FACTS_A_DAY_MAX; n += 1) yield clickAt(manyId, NOON - day * DAY_MS + n * 10)
  for (let n = 0; n < FEW_FACTS; n += 1) yield clickAt(fewId, NOON - DAY_MS + n * 10)
}
