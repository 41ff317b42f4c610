import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { drive } from '../load/drive.ts'
import { freshnessFigures, unifiedFigures, type DashboardOwner } from '../load/dashboard-pair.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { ADMINISTRATOR, openLogins, signIn } from '../load/people.ts'
import { timesOf } from '../load/requests.ts'
import { connected, countBy } from '../product/connected.ts'
import { dataFolderOf, startBenchProduct, type Product } from '../product/product.ts'
import { clickHeaders } from '../load/phone.ts'
import { percentile } from '../report/statistics.ts'
import { measureProduct, openProduct, TRACKING_METRICS, type ProductTarget } from '../load/tracking.ts'

const PEOPLE = 20
/** Few of each in many rounds, because the speed of the machine changes within a minute. */
const LOGINS = 30
const IDENTIFICATIONS = 1_000
const CLICKS = 6_000
const APPENDS = 4_000
const FRESH_CLICKS = 100
/** Of `unified`, each way. */
const ANSWERS = 60
const CONNECTIONS = 10
const SEED = 20_261_121
const WARM_UPS = 5
const COUNT = 'select count(*) as n from log.events'
/** One machine plays all clients, so the limits are raised, by names that both builds know. */
const RATE_LIMITS = 'login=1000000/60,register=1000000/60,traffic=1000000/1000000'

interface Side extends ProductTarget {
  readonly login: () => Promise<number>
  readonly owner: DashboardOwner
  readonly client: pg.Client
}
type Bench = Readonly<Record<'before' | 'after', Side>>

const databaseOf = (side: string): string => `paired_${side}`
const ENV = { RATE_LIMITS, ...ADMINISTRATOR }

/** A year of demo traffic by the build of before, and a copy of all of it, brought up to date, for the other one. */
async function fillBoth(before: BenchContext, after: BenchContext): Promise<void> {
  const [original, copy] = [databaseOf('before'), databaseOf('after')]
  await runOnce(before, original, async (product) => {
    await product.untilOutput(/Tráfico de demostración: listo/)
  })
  await before.server.copyDatabase(original, copy)
  await cp(dataFolderOf(before, original), dataFolderOf(before, copy), { recursive: true })
  await runOnce(after, copy, async () => undefined)
}

async function runOnce(
  context: BenchContext,
  database: string,
  until: (product: Product) => Promise<void>,
): Promise<void> {
  const url = await context.server.database(database)
  const product = await startBenchProduct(context, { DATABASE_URL: url, DEMO: 'on', ...ENV })
  await until(product)
  await product.caughtUp()
  await product.stop()
}

async function openSide(context: BenchContext, name: string): Promise<Side> {
  const target = await openProduct(context, databaseOf(name), COUNT, ENV)
  const login = await openLogins(target, PEOPLE)
  await timesOf(login, { timesMax: PEOPLE, ms: Number.POSITIVE_INFINITY })
  await identifications(target, IDENTIFICATIONS)
  const { headers } = await signIn(target, ADMINISTRATOR.ADMIN_EMAIL)
  const owner = { product: target.product, headers }
  const side = {
    ...target,
    login,
    owner,
    client: await connected(context, await context.server.database(databaseOf(name))),
  }
  for (let nth = 0; nth < WARM_UPS; nth += 1) await unifiedFigures(owner, ANSWERS)
  return side
}

const random = createRandom(SEED)
const identification = (): string =>
  JSON.stringify({
    full_name: 'Camila Araya',
    phone: '+56 9 0012 3456',
    description: 'Nos conocimos en la feria.',
    visitor_id: uuidOf(random),
  })

async function identifications(target: ProductTarget, requests: number): Promise<Figures> {
  const { url, profileId, product } = target
  const before = await product.cpuMicros()
  const { acknowledged, seconds } = await drive({
    url: `${url}/api/public/identify/${profileId}`,
    headers: clickHeaders(url),
    nextBody: identification,
    connections: CONNECTIONS,
    requests,
  })
  await product.caughtUp()
  return {
    identified: acknowledged / seconds,
    'identified-cpu': ((await product.cpuMicros()) - before) / acknowledged,
  }
}

async function measure(bench: Bench, variant: string): Promise<Figures> {
  const target = bench[variant as keyof Bench]
  const latencies = await timesOf(target.login, { timesMax: LOGINS, ms: Number.POSITIVE_INFINITY })
  return {
    login: percentile(latencies, 50),
    'login-p95': percentile(latencies, 95),
    ...(await identifications(target, IDENTIFICATIONS)),
    ...(await measureProduct({ ...target, requests: CLICKS }, false)),
    ...(await appends(target)),
    ...(await freshnessFigures(target.product, () => countClicks(target), FRESH_CLICKS)),
    ...(await unifiedFigures(target.owner, ANSWERS)),
  }
}

/** While the read models are held: what an event costs until it is durable and answered. */
async function appends(target: Side): Promise<Figures> {
  const { rate, cpu } = await measureProduct({ ...target, requests: APPENDS }, true)
  return { append: rate!, 'append-cpu': cpu! }
}

const countClicks = ({ client, profileId }: Side): Promise<number> =>
  countBy(client, {
    name: 'clicks',
    text: 'select coalesce(sum(clicks), 0)::int as n from read.traffic_days where profile_id = $1',
    values: [profileId],
  })

function distBefore(): string {
  const folder = process.env.BENCH_BEFORE
  if (folder === undefined)
    throw new Error('BENCH_BEFORE must name a folder with the sources and the build of before')
  return join(resolve(folder), 'dist')
}

export const pairedPart = part<Bench>({
  name: 'paired',
  title: 'This build and one of before: login, identify, track, append, freshness, unified',
  how: `Both products run at the same time, over separate databases on one server, and are measured in turn. There are ${LOGINS} logins in a row, of ${PEOPLE} people in turn, bcrypt of cost 10 included. ${IDENTIFICATIONS} identifications come over ${CONNECTIONS} connections, each of a new visitor, who gets a key. The ${CLICKS} clicks are those of \`track\`. \`append\` means ${APPENDS} more of them while the read models are held. Freshness is from the request of a click until a reader of the database sees it counted, for ${FRESH_CLICKS} clicks some milliseconds apart. \`unified\` is that of the demo profile over twelve months: ${ANSWERS} requests one at a time, plain and with brotli. Both builds have the same log, which the build of before wrote. That build is the one in \`BENCH_BEFORE\`.`,
  peers: ['autocannon'],
  isOnRequest: true,
  metrics: [
    { name: 'login', title: 'login p50, ms', digits: 1 },
    { name: 'login-p95', title: 'login p95, ms', digits: 1 },
    { name: 'identified', title: 'identifications/s', digits: 0 },
    { name: 'identified-cpu', title: 'Node CPU, µs/identification', digits: 0 },
    ...TRACKING_METRICS,
    { name: 'append', title: 'append, events/s', digits: 0 },
    { name: 'append-cpu', title: 'append, Node CPU µs/event', digits: 1 },
    { name: 'freshness', title: 'freshness p50, ms', digits: 2 },
    { name: 'freshness-p95', title: 'freshness p95, ms', digits: 1 },
    { name: 'unified', title: 'unified p50, ms', digits: 2 },
    { name: 'unified-cpu', title: 'unified, Node CPU µs', digits: 0 },
    { name: 'unified-bytes', title: 'unified, bytes', digits: 0 },
    { name: 'unified-br', title: 'unified with brotli p50, ms', digits: 2 },
    { name: 'unified-br-cpu', title: 'unified with brotli, Node CPU µs', digits: 0 },
    { name: 'unified-br-bytes', title: 'unified with brotli, bytes', digits: 0 },
  ],
  variants: [
    { name: 'before', title: 'before' },
    { name: 'after', title: 'this build' },
  ],
  aims: [
    { title: 'login p50 ÷ before', metric: 'login', of: 'after', by: 'before', atMost: 1.05 },
    { title: 'identifications/s ÷ before', metric: 'identified', of: 'after', by: 'before', atLeast: 0.95 },
    { title: 'Node CPU an identification ÷ before', metric: 'identified-cpu', of: 'after', by: 'before' },
    { title: 'clicks/s ÷ before', metric: 'rate', of: 'after', by: 'before', atLeast: 0.95 },
    { title: 'Node CPU a click ÷ before', metric: 'cpu-projected', of: 'after', by: 'before' },
    { title: 'append, events/s ÷ before', metric: 'append', of: 'after', by: 'before', atLeast: 0.95 },
    { title: 'append, Node CPU ÷ before', metric: 'append-cpu', of: 'after', by: 'before' },
    { title: 'freshness p50 ÷ before', metric: 'freshness', of: 'after', by: 'before', atMost: 1.05 },
    { title: 'unified p50 ÷ before', metric: 'unified', of: 'after', by: 'before', atMost: 1.05 },
    { title: 'unified, Node CPU ÷ before', metric: 'unified-cpu', of: 'after', by: 'before' },
    { title: 'unified, bytes ÷ before', metric: 'unified-bytes', of: 'after', by: 'before' },
    {
      title: 'unified with brotli p50 ÷ before',
      metric: 'unified-br',
      of: 'after',
      by: 'before',
      atMost: 1.05,
    },
    { title: 'unified with brotli, Node CPU ÷ before', metric: 'unified-br-cpu', of: 'after', by: 'before' },
  ],
  open: async (context) => {
    const before = { ...context, productDist: distBefore() }
    await fillBoth(before, context)
    return { before: await openSide(before, 'before'), after: await openSide(context, 'after') }
  },
  measure,
})
