import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { createRandom } from '@app/generator/random.ts'
import { drive } from '../load/drive.ts'
import { clickHeaders, createClickBodies } from '../load/phone.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { startBenchProcess, startBenchProduct, type Product } from '../product/product.ts'

const CONNECTIONS = 48
const WARM_UP_REQUESTS = 6_000
const REQUESTS = 20_000
const VARIANTS = {
  together: [],
  'one-each': ['projections', 'api'],
  'two-each': ['projections', 'projections', 'api', 'api'],
}

const nextBody = createClickBodies(createRandom(randomInt(2 ** 31)))

interface Running {
  readonly api: readonly { readonly url: string; readonly caughtUp: () => Promise<void> }[]
  readonly profileId: string
  readonly stop: () => Promise<void>
}

let databases = 0

async function start(context: BenchContext, parts: readonly string[]): Promise<Running> {
  const database = `processes_${(databases += 1)}`
  const env = {
    DATABASE_URL: await context.server.database(database),
    SECRETS_DIR: join(context.folder, `${database}-secrets`),
  }
  const serve = (part: string, n: number) => ({
    ...env,
    SERVE: part,
    DATA_DIR: join(context.folder, `${database}-${n}`),
  })
  const others: Omit<Product, 'profileId'>[] = []
  const api: Product[] = []
  for (const [n, part] of parts.entries()) {
    if (part === 'api') api.push(await startBenchProduct(context, serve(part, n)))
    else others.push(await startBenchProcess(context, serve(part, n)))
  }
  if (parts.length === 0) api.push(await startBenchProduct(context, env))
  return {
    api,
    profileId: api[0]!.profileId,
    stop: async () => {
      for (const { stop } of [...api, ...others]) await stop()
    },
  }
}

/** Of all api processes at once, each over its share of the connections. */
async function send({ api, profileId }: Running, requests: number): Promise<number> {
  const startedMs = performance.now()
  const one = ({ url }: { readonly url: string }) =>
    drive({
      url: `${url}/api/public/track/${profileId}`,
      headers: clickHeaders(url),
      nextBody,
      connections: CONNECTIONS / api.length,
      requests: requests / api.length,
    })
  await Promise.all(api.map(one))
  return (performance.now() - startedMs) / 1_000
}

async function measure(context: BenchContext, variant: string): Promise<Figures> {
  const running = await start(context, VARIANTS[variant as keyof typeof VARIANTS])
  try {
    await send(running, WARM_UP_REQUESTS)
    await running.api[0]!.caughtUp()
    const startedMs = performance.now()
    const seconds = await send(running, REQUESTS)
    await running.api[0]!.caughtUp()
    const shownSeconds = (performance.now() - startedMs) / 1_000
    return { rate: REQUESTS / seconds, shown: REQUESTS / shownSeconds }
  } finally {
    await running.stop()
  }
}

export const processesPart = part<BenchContext>({
  name: 'processes',
  title: 'Processes: one of each part beside two of each',
  how: `\`POST /api/public/track/{profileId}\` over ${CONNECTIONS} connections: ${REQUESTS} clicks, shared by the processes that answer. All processes, PostgreSQL and what sends the clicks have the same two cores, so this shows what more processes cost, not what they bring where each has a core of its own. Shown: until the read models hold everything too.`,
  peers: ['autocannon'],
  metrics: [
    { name: 'rate', title: 'acknowledged events/s', digits: 0 },
    { name: 'shown', title: 'events/s until shown', digits: 0 },
  ],
  variants: [
    { name: 'together', title: 'one process does everything' },
    { name: 'one-each', title: 'one answers, one projects' },
    { name: 'two-each', title: 'two answer, two project' },
  ],
  aims: [
    { title: 'acknowledged, two of each ÷ one of each', metric: 'rate', of: 'two-each', by: 'one-each' },
    { title: 'until shown, two of each ÷ one of each', metric: 'shown', of: 'two-each', by: 'one-each' },
    { title: 'acknowledged, one of each ÷ together', metric: 'rate', of: 'one-each', by: 'together' },
  ],
  open: (context) => Promise.resolve(context),
  measure,
})
