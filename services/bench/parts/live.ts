import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { createRandom } from '@app/generator/random.ts'
import { drive } from '../load/drive.ts'
import { eachInFlight } from '../load/in-flight.ts'
import { openLiveReader, type BenchLiveReader } from '../load/live-reader.ts'
import { openOurLog } from '../peers/our-log.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { requestProfile, post, registerActivated, type BenchPerson } from '../load/people.ts'
import { clickHeaders, createClickBodies } from '../load/phone.ts'
import { timed } from '../load/requests.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { trickle } from '../visibility-probe.ts'
import { latenciesOf, numberText } from '../report/statistics.ts'

const STREAMS = 500
const OPENED_AT_ONCE = 20
const REGISTERED_AT_ONCE = 4
const CONNECTIONS = 50
const CLICKS = 20_000
const WARM_UP_CLICKS = 10_000
/** Sent one at a time, to measure the delay of each. */
const DELIVERY_CLICKS = 100
const DELIVERY_EVERY_MS = 20
const SEED = 20_261_120

interface Watched {
  readonly id: string
  readonly owner: BenchPerson
  readonly nth: number
}

interface Live {
  readonly product: Product
  readonly profiles: readonly Watched[]
  readonly nextBody: () => string
}

/** As many profiles as streams; each account owns as many as it may have open streams. */
async function registerOwners(product: Product, store: EventStore): Promise<readonly Watched[]> {
  const room = LIMITS.liveStreamsOfAccountMax
  const profiles: Watched[] = []
  const numbers = Array.from({ length: STREAMS / room }, (_none, number) => number)
  await eachInFlight(numbers, REGISTERED_AT_ONCE, async (number) => {
    const owner = await registerActivated(product, store, { nth: number, maxProfiles: room })
    for (let nth = 0; nth < room; nth += 1)
      profiles.push({ id: await requestProfile(product, owner), owner, nth })
  })
  return profiles
}

async function open(context: BenchContext): Promise<Live> {
  const product = await startBenchProduct(context, {
    DATABASE_URL: await context.server.database('live'),
    // One machine plays all clients, so the limits are raised; they are still checked.
    RATE_LIMITS:
      'register=1000000/60,create-profile=1000000/60,traffic=1000000/1000000,signed-in=1000000/1000000,signed-in-address=1000000/1000000',
  })
  const { store } = await openOurLog(context, 'live')
  const profiles = await registerOwners(product, store)
  await product.caughtUp()
  const live: Live = { product, profiles, nextBody: createClickBodies(createRandom(SEED)) }
  await click(live, WARM_UP_CLICKS, profiles)
  await product.caughtUp()
  return live
}

const trackPath = ({ id }: Pick<Watched, 'id'>): string => `/api/public/track/${id}`

function click({ product, nextBody }: Live, requests: number, profiles: readonly Watched[]) {
  let next = 0
  return drive({
    url: product.url,
    headers: clickHeaders(product.url),
    nextBody,
    nextPath: () => trackPath(profiles[(next += 1) % profiles.length]!),
    connections: CONNECTIONS,
    requests,
  })
}

async function openReaders(
  { product }: Live,
  profiles: readonly Watched[],
): Promise<readonly BenchLiveReader[]> {
  const readers: BenchLiveReader[] = []
  await eachInFlight(profiles.entries(), OPENED_AT_ONCE, async ([index, { id, owner }]) => {
    readers[index] = await openLiveReader(`${product.url}/api/analytics/${id}/live`, owner.headers)
  })
  return readers
}

/** Milliseconds from sending a click to its message on the stream of its profile. */
function deliveriesMs(
  { product, profiles, nextBody }: Live,
  readers: readonly BenchLiveReader[],
): Promise<readonly number[]> {
  const pauses = Array.from({ length: DELIVERY_CLICKS }, () => DELIVERY_EVERY_MS)
  return trickle(pauses, (index) => {
    const body = JSON.parse(nextBody()) as { readonly event_id: string }
    const url = `${product.url}${trackPath(profiles[index]!)}`
    return timed(() =>
      Promise.all([readers[index]!.untilMessage(body.event_id), post(url, body, clickHeaders(product.url))]),
    )
  })
}

async function clicked(live: Live, profiles: readonly Watched[]): Promise<Figures> {
  const { product } = live
  const before = await product.cpuMicros()
  const { acknowledged, seconds } = await click(live, CLICKS, profiles)
  await product.caughtUp()
  return { rate: acknowledged / seconds, cpu: ((await product.cpuMicros()) - before) / acknowledged }
}

async function besideOthers(live: Live): Promise<Figures> {
  const firsts = live.profiles.filter(({ nth }) => nth === 0)
  const onFirsts = firsts.flatMap((first) => Array.from({ length: STREAMS / firsts.length }, () => first))
  const readers = await openReaders(live, onFirsts)
  const figures = await clicked(
    live,
    live.profiles.filter(({ nth }) => nth > 0),
  )
  for (const reader of readers) reader.close()
  return figures
}

async function withNews(live: Live): Promise<Figures> {
  const readers = await openReaders(live, live.profiles)
  const opened = readers.map((reader) => reader.messages())
  const figures = await clicked(live, live.profiles)
  const delivered = await deliveriesMs(live, readers)
  const silent = readers.filter((reader, index) => reader.messages() === opened[index]).length
  if (silent > 0) throw new Error(`${silent} of ${readers.length} streams got no message`)
  for (const reader of readers) reader.close()
  return { ...figures, ...latenciesOf(delivered) }
}

const MEASURES: Readonly<Record<string, (live: Live) => Promise<Figures>>> = {
  alone: (live) => clicked(live, live.profiles),
  elsewhere: besideOthers,
  watched: withNews,
}

export const livePart = part<Live>({
  name: 'live',
  title: `Live: ${STREAMS} open streams beside clicks`,
  how: `${STREAMS} requests of \`GET /api/analytics/{id}/live\` are open at once, on as many profiles of ${STREAMS / LIMITS.liveStreamsOfAccountMax} owners, against the built product. The bench reads each stream to its last message. ${numberText(CLICKS)} clicks come over ${CONNECTIONS} connections, as in Tracking: on all of these profiles in turn, so that every stream gets messages all the time, or on profiles without a stream, while all streams are on 50 others. Processor time is that of the server process alone until all is projected; the reading shares the same cores. Then ${DELIVERY_CLICKS} clicks follow, one every ${DELIVERY_EVERY_MS} ms, each on another profile. The time to notify is from the sending of a click until its stream has the message.`,
  peers: ['autocannon'],
  metrics: [
    { name: 'rate', title: 'clicks/s', digits: 0 },
    { name: 'cpu', title: 'Node CPU until projected, µs/click', digits: 1 },
    { name: 'p50', title: 'notified, p50, ms', digits: 1 },
    { name: 'p99', title: 'notified, p99, ms', digits: 1 },
  ],
  variants: [
    { name: 'alone', title: 'no streams' },
    { name: 'elsewhere', title: `${STREAMS} streams, clicks elsewhere` },
    { name: 'watched', title: `${STREAMS} streams, clicks on all of them` },
  ],
  aims: [
    { title: 'Node CPU, watched ÷ no streams', metric: 'cpu', of: 'watched', by: 'alone', atMost: 1.3 },
    { title: 'Node CPU, elsewhere ÷ no streams', metric: 'cpu', of: 'elsewhere', by: 'alone' },
    { title: 'notified, p99, ms', metric: 'p99', of: 'watched', atMost: 1_000 },
  ],
  open,
  measure: (live, variant) => MEASURES[variant]!(live),
})
