import { randomUUID } from 'node:crypto'
import { withConnection } from '@app/postgres/connection.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { latenciesOf, type BenchPart, type Figures } from '../frame.ts'
import { openOurBackend, startOurRunners } from '../load/our-backend.ts'
import { tapOf } from '../load/taps.ts'
import { appendToEmmett, emmettEventOf, followByEmmett, openEmmett } from '../peers/emmett.ts'

const APPENDS = 200
const COUNT = 'select count(*) as n from read.traffic_facts'

/** From the answer to an append until its row is read, with nothing else to do. */
export const visible: BenchPart = {
  name: 'visible',
  judged: [
    { title: 'ms from an append to its row, p50', metric: 'p50', of: 'ours', atMost: 15 },
    { title: 'ms from an append to its row, p50, emmett', metric: 'p50', of: 'emmett' },
  ],
  open: async (context) => {
    const [ourUrl, emmettUrl] = [await context.database('visible'), await context.database('visible_emmett')]
    const backend = await openOurBackend(context, ourUrl)
    context.onClose(await startOurRunners(backend, [trafficProjection]))
    const emmett = await openEmmett(context, emmettUrl)
    const emmettCount = await followByEmmett(context, emmettUrl)
    const visitorId = randomUUID()

    const measure = (
      url: string,
      count: string,
      append: (tap: ReturnType<typeof tapOf>) => Promise<unknown>,
    ) =>
      withConnection(url, async (client): Promise<Figures> => {
        const counted = async () => Number((await client.query<{ n: string }>(count)).rows[0]!.n)
        const times: number[] = []
        for (let n = 0; n < context.scaled(APPENDS); n += 1) {
          const before = await counted()
          await append(tapOf(randomUUID(), visitorId))
          const startedMs = performance.now()
          while ((await counted()) === before);
          times.push(performance.now() - startedMs)
        }
        return latenciesOf(times)
      })
    return {
      ours: () =>
        measure(ourUrl, COUNT, ({ stream, event }) => backend.sealed.append(stream, 'noStream', [event])),
      emmett: () =>
        measure(emmettUrl, emmettCount, (tap) => appendToEmmett(emmett, tap.stream, [emmettEventOf(tap)])),
    }
  },
}
