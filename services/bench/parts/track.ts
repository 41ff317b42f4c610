import { join } from 'node:path'
import { withConnection } from '@app/postgres/connection.ts'
import type { Context, Figures, Part } from '../frame.ts'
import { startChild } from '../load/child.ts'
import { sendClicks } from '../load/clicks.ts'
import { demoProfileOf, startProduct } from '../load/product.ts'

const WARM_UP_REQUESTS = 6_000
const REQUESTS = 30_000

/** `POST /api/public/track` of the built product beside an Express that parses the same JSON and answers 202. */
export const track: Part = {
  name: 'track',
  judged: [
    { title: 'clicks/s ÷ no-op Express', metric: 'rate', of: 'product', by: 'no-op', atLeast: 0.6 },
    { title: 'Node CPU a click ÷ no-op Express', metric: 'cpu', of: 'product', by: 'no-op', atMost: 1.8 },
  ],
  open: async (context) => {
    const url = await context.database('track')
    const product = await startProduct(context, { DATABASE_URL: url })
    const profileId = await demoProfileOf(product)
    const noOp = await startNoOp(context)
    const requests = context.scaled(REQUESTS)
    const measure = async (server: typeof noOp): Promise<Figures> => {
      const before = server.cpuMicros()
      const { seconds } = await sendClicks({ url: server.url, profileId }, requests)
      return { rate: requests / seconds, cpu: (server.cpuMicros() - before) / requests }
    }
    const recorded = () => withConnection(url, (client) => client.query<{ n: string }>(COUNT))
    const measureProduct = async (): Promise<Figures> => {
      const { rows: before } = await recorded()
      const figures = await measure(product)
      await product.caughtUp()
      const grown = Number((await recorded()).rows[0]!.n) - Number(before[0]!.n)
      if (grown !== requests) throw new Error(`${requests} clicks were acknowledged, ${grown} were recorded`)
      return figures
    }
    for (const server of [product, noOp])
      await sendClicks({ url: server.url, profileId }, context.scaled(WARM_UP_REQUESTS))
    await product.caughtUp()
    return { 'no-op': () => measure(noOp), product: measureProduct }
  },
}

const COUNT = 'select count(*) as n from log.events'

async function startNoOp({ ownDist, folder, onClose }: Context) {
  const child = startChild(join(ownDist, 'no-op-server.js'), folder)
  onClose(child.stop)
  const [, url = ''] = await child.untilOutput(/listening on (\S+)/)
  return { ...child, url }
}
