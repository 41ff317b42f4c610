import { randomUUID } from 'node:crypto'
import { withConnection } from '@app/postgres/connection.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { latenciesOf, type BenchPart, type Figures } from '../frame.ts'
import { openOurBackend, startOurRunners } from '../load/our-backend.ts'
import { tapOf } from '../load/taps.ts'

const APPENDS = 200
const COUNT = 'select count(*) as n from read.traffic_facts'

/** From the answer to an append until its row is read, with nothing else to do. */
export const visible: BenchPart = {
  name: 'visible',
  judged: [{ title: 'ms from an append to its row, p50', metric: 'p50', of: 'ours', atMost: 15 }],
  open: async (context) => {
    const url = await context.database('visible')
    const backend = await openOurBackend(context, url)
    context.onClose(await startOurRunners(backend, [trafficProjection]))
    const ours = (): Promise<Figures> =>
      withConnection(url, async (client) => {
        const counted = async () => Number((await client.query<{ n: string }>(COUNT)).rows[0]!.n)
        const times: number[] = []
        for (let n = 0; n < context.scaled(APPENDS); n += 1) {
          const { stream, event } = tapOf(randomUUID(), randomUUID())
          const before = await counted()
          await backend.sealed.append(stream, 'noStream', [event])
          const startedMs = performance.now()
          while ((await counted()) === before);
          times.push(performance.now() - startedMs)
        }
        return latenciesOf(times)
      })
    return { ours }
  },
}
