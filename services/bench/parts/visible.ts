import { randomUUID } from 'node:crypto'
import type { EventStore } from '@app/contracts/event-store.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import type pg from 'pg'
import { latenciesOf, type BenchPart } from '../frame.ts'
import { tapOf, type ComingEvent } from '../load/in-flight.ts'
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
