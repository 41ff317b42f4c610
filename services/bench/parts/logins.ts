import { createRandom } from '@app/generator/random.ts'
import { openLogins, post } from '../load/people.ts'
import { clickHeaders, createClickBodies } from '../load/phone.ts'
import { timed } from '../load/requests.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { latenciesOf, percentile } from '../report/statistics.ts'
import { trickle } from '../visibility-probe.ts'

const TRACKS = 2_000
const TRACK_EVERY_MS = 5
const WARM_UP_TRACKS = 600
const LOGINS_PER_SECOND = 5
const BURST = 50
const PEOPLE = 20
const SEED = 20_261_120

interface Logins {
  readonly product: Product
  /** Milliseconds. Sent at a steady pace, whether or not the last is answered. */
  readonly tracks: (count: number) => Promise<readonly number[]>
  /** Of the next person, in milliseconds. @throws Error unless it succeeds */
  readonly login: () => Promise<number>
}

async function open(context: BenchContext): Promise<Logins> {
  const product = await startBenchProduct(context, {
    DATABASE_URL: await context.server.database('logins'),
    // One machine plays all clients, so the limits are raised; they are still checked.
    RATE_LIMITS: 'login=1000000/60,register=1000000/60,traffic=1000000/1000000',
  })
  const nextBody = createClickBodies(createRandom(SEED))
  const address = `${product.url}/api/public/track/${product.profileId}`
  const click = () => post(address, JSON.parse(nextBody()) as object, clickHeaders(product.url))
  const opened: Logins = {
    product,
    tracks: (count) =>
      trickle(
        Array.from({ length: count }, () => TRACK_EVERY_MS),
        () => timed(click),
      ),
    login: await openLogins(product, PEOPLE),
  }
  await opened.tracks(WARM_UP_TRACKS)
  await opened.login()
  return opened
}

function signingIn({ login }: Logins): () => Promise<readonly number[]> {
  const begun: Promise<number>[] = []
  const timer = setInterval(() => begun.push(login()), 1_000 / LOGINS_PER_SECOND)
  return () => {
    clearInterval(timer)
    return Promise.all(begun)
  }
}

async function loginsBeside(bench: Logins, variant: string): Promise<() => Promise<readonly number[]>> {
  if (variant === 'logins') return signingIn(bench)
  if (variant === 'alone') return async () => []
  const burst = Promise.all(Array.from({ length: BURST }, bench.login))
  return () => burst
}

async function measure(bench: Logins, variant: string): Promise<Figures> {
  await bench.product.caughtUp()
  const signedIn = await loginsBeside(bench, variant)
  const latencies = await bench.tracks(TRACKS)
  const logins = await signedIn()
  return {
    ...latenciesOf(latencies),
    worst: Math.max(...latencies),
    ...(logins.length === 0 ? {} : { login: percentile(logins, 50) }),
  }
}

export const loginsPart = part<Logins>({
  name: 'logins',
  title: 'Taps beside logins: latency of a tracked click',
  how: `${TRACKS} clicks, one every ${TRACK_EVERY_MS} ms (${1_000 / TRACK_EVERY_MS} a second), even while earlier ones are unanswered, against the built product. A latency is from the sending of a request to the end of its answer, durable append included. Meanwhile there are no logins, or ${LOGINS_PER_SECOND} a second of ${PEOPLE} people in turn, or ${BURST} at once at the beginning. Every login must succeed. Passwords are hashed by bcrypt of cost 10 in separate threads. The sender shares the two cores.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'click p50, ms', digits: 2 },
    { name: 'p99', title: 'click p99, ms', digits: 1 },
    { name: 'worst', title: 'slowest click, ms', digits: 0 },
    { name: 'login', title: 'login p50, ms', digits: 0 },
  ],
  variants: [
    { name: 'alone', title: 'no logins' },
    { name: 'logins', title: `${LOGINS_PER_SECOND} logins/s` },
    { name: 'burst', title: `${BURST} logins at once` },
  ],
  aims: [
    {
      title: `p99 with ${LOGINS_PER_SECOND} logins/s ÷ without`,
      metric: 'p99',
      of: 'logins',
      by: 'alone',
      atMost: 1.5,
    },
    {
      title: `p99 with ${BURST} logins at once ÷ without`,
      metric: 'p99',
      of: 'burst',
      by: 'alone',
      atMost: 1.5,
    },
    { title: `p50 with ${LOGINS_PER_SECOND} logins/s ÷ without`, metric: 'p50', of: 'logins', by: 'alone' },
  ],
  open,
  measure,
})
