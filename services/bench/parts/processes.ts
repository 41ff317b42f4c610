import { join } from 'node:path'
import type { BenchPart, Context, Figures } from '../frame.ts'
import { sendClicks } from '../load/clicks.ts'
import { demoProfileOf, startBenchProduct, type Product } from '../load/product.ts'

const REQUESTS = 30_000
const WARM_UP_REQUESTS = 6_000

export const processes: BenchPart = {
  name: 'processes',
  judged: [
    {
      title: 'clicks/s, two of api and one of projections ÷ one process',
      metric: 'rate',
      of: 'three',
      by: 'one',
    },
    { title: 'CPU a click, the same', metric: 'cpu', of: 'three', by: 'one' },
  ],
  open: async (context) => ({
    one: await opened(context, 'one', ['api,projections,reminders']),
    three: await opened(context, 'three', ['api', 'api', 'projections']),
  }),
}

async function opened(context: Context, name: string, parts: readonly string[]) {
  const env = {
    DATABASE_URL: await context.database(name),
    SECRETS_DIR: join(context.folder, `${name}-secrets`),
  }
  const products: Product[] = []
  for (const [place, SERVE] of parts.entries())
    products.push(
      await startBenchProduct(context, { ...env, SERVE, DATA_DIR: join(context.folder, `${name}-${place}`) }),
    )
  const apis = products.filter((_product, place) => parts[place]!.startsWith('api'))
  const profileId = await demoProfileOf(apis[0]!)
  const send = async (requests: number): Promise<number> => {
    const sent = apis.map(({ url }) => sendClicks({ url, profileId }, requests / apis.length))
    return Math.max(...(await Promise.all(sent)).map(({ seconds }) => seconds))
  }
  const cpu = (): number => products.reduce((sum, product) => sum + product.cpuMicros(), 0)
  await send(context.scaled(WARM_UP_REQUESTS))
  return async (): Promise<Figures> => {
    await apis[0]!.caughtUp()
    const [before, requests] = [cpu(), context.scaled(REQUESTS)]
    const seconds = await send(requests)
    return { rate: requests / seconds, cpu: (cpu() - before) / requests }
  }
}
