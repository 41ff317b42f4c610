import { join, resolve } from 'node:path'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { drive } from '../load/drive.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { PASSWORD, post } from '../load/people.ts'
import { clickHeaders } from '../load/phone.ts'
import { percentile } from '../report/statistics.ts'
import { measureProduct, openProduct, TRACKING_METRICS, type ProductTarget } from '../load/tracking.ts'

const PEOPLE = 20
/** Few of each in many rounds, because the speed of the machine changes within a minute. */
const LOGINS = 30
const IDENTIFICATIONS = 1_000
const CLICKS = 6_000
const CONNECTIONS = 10
const SEED = 20_261_121
const COUNT = 'select count(*) as n from log.events'
/** One machine plays all clients, so the limits are raised, by names that both builds know. */
const RATE_LIMITS = 'login=1000000/60,register=1000000/60,traffic=1000000/1000000'

type Bench = Readonly<Record<'before' | 'after', ProductTarget>>

const emailOf = (person: number): string => `persona-${person}@bench.example`

async function openSide(context: BenchContext, name: string): Promise<ProductTarget> {
  const target = await openProduct(context, `paired_${name}`, COUNT, { RATE_LIMITS })
  for (let person = 0; person < PEOPLE; person += 1) {
    const body = { name: `Persona ${person}`, email: emailOf(person), password: PASSWORD }
    await post(`${target.url}/api/auth/register`, body)
  }
  await logins(target, PEOPLE)
  await identifications(target, IDENTIFICATIONS)
  return target
}

async function logins({ url }: ProductTarget, count: number): Promise<readonly number[]> {
  const latencies: number[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const startedMs = performance.now()
    await post(`${url}/api/auth/login`, { email: emailOf(nth % PEOPLE), password: PASSWORD })
    latencies.push(performance.now() - startedMs)
  }
  return latencies
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
  const latencies = await logins(target, LOGINS)
  return {
    login: percentile(latencies, 50),
    'login-p95': percentile(latencies, 95),
    ...(await identifications(target, IDENTIFICATIONS)),
    ...(await measureProduct({ ...target, requests: CLICKS }, false)),
  }
}

function distBefore(): string {
  const folder = process.env.BENCH_BEFORE
  if (folder === undefined)
    throw new Error('BENCH_BEFORE must name a folder with the sources and the build of before')
  return join(resolve(folder), 'dist')
}

export const pairedPart = part<Bench>({
  name: 'paired',
  title: 'This build and one of before: login, identify, track',
  how: `Both products run at the same time, over databases of their own on one server, and are measured by turns. A login is one of ${LOGINS} in a row, of ${PEOPLE} people by turns, bcrypt of cost 10 included. Identifications come over ${CONNECTIONS} connections, ${IDENTIFICATIONS} of as many visitors, each of whom gets a key. ${CLICKS} clicks are those of \`track\`. The build of before is that of \`BENCH_BEFORE\`.`,
  peers: ['autocannon'],
  isOnRequest: true,
  metrics: [
    { name: 'login', title: 'login p50, ms', digits: 1 },
    { name: 'login-p95', title: 'login p95, ms', digits: 1 },
    { name: 'identified', title: 'identifications/s', digits: 0 },
    { name: 'identified-cpu', title: 'Node CPU, µs/identification', digits: 0 },
    ...TRACKING_METRICS,
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
  ],
  open: async (context) => ({
    before: await openSide({ ...context, productDist: distBefore() }, 'before'),
    after: await openSide(context, 'after'),
  }),
  measure,
})
