import { join } from 'node:path'
import type { Context, Figures, BenchPart } from '../frame.ts'
import { sendClicks } from '../load/clicks.ts'
import { demoProfileOf, startBenchProduct, type Product } from '../load/product.ts'

const CONNECTIONS = 48
const WARM_UP_REQUESTS = 6_000
const REQUESTS = 20_000

const acknowledged = (of: string, by: string) => ({ metric: 'rate', of, by })

/** Clicks to one process, one of each part, two of each: on shared cores this shows what more processes cost. */
export const processes: BenchPart = {
  name: 'processes',
  judged: [
    { title: 'clicks/s: one of each part ÷ one process', ...acknowledged('one-each', 'together') },
    { title: 'clicks/s: two of each part ÷ one of each', ...acknowledged('two-each', 'one-each') },
  ],
  open: async (context) => {
    let databases = 0
    const measure = async (parts: readonly string[]): Promise<Figures> => {
      databases += 1
      const all = await start(context, `processes_${databases}`, parts)
      const answering = all.filter((_, n) => parts[n] !== 'projections')
      const profileId = await demoProfileOf(answering[0]!)
      const send = async (requests: number): Promise<number> => {
        const startedMs = performance.now()
        const [each, connections] = [requests / answering.length, CONNECTIONS / answering.length]
        await Promise.all(answering.map(({ url }) => sendClicks({ url, profileId }, each, connections)))
        return performance.now() - startedMs
      }
      await send(context.scaled(WARM_UP_REQUESTS))
      await answering[0]!.caughtUp()
      const requests = context.scaled(REQUESTS)
      const startedMs = performance.now()
      const sentMs = await send(requests)
      await answering[0]!.caughtUp()
      const shownMs = performance.now() - startedMs
      for (const { stop } of all.toReversed()) await stop()
      return { rate: (requests * 1_000) / sentMs, shown: (requests * 1_000) / shownMs }
    }
    return {
      together: () => measure(['']),
      'one-each': () => measure(['projections', 'api']),
      'two-each': () => measure(['projections', 'projections', 'api', 'api']),
    }
  },
}

/** On one database, with one folder of secrets. @param parts values of `SERVE`; an empty one is everything */
async function start(context: Context, name: string, parts: readonly string[]): Promise<readonly Product[]> {
  const url = await context.database(name)
  const all: Product[] = []
  for (const [n, part] of parts.entries()) {
    const env = {
      DATABASE_URL: url,
      SECRETS_DIR: join(context.folder, `${name}-secrets`),
      DATA_DIR: join(context.folder, `${name}-${n}`),
      ...(part !== '' && { SERVE: part }),
    }
    all.push(await startBenchProduct(context, env))
  }
  return all
}
