import { randomBytes } from 'node:crypto'
import { LIMITS as PRODUCT_LIMITS } from '@app/contracts/limits/limits.ts'
import { createKeyVault } from '@app/vault/keys/key-vault.ts'
import pg from 'pg'
import { fillHistory } from '../lists/fill-history.ts'
import { HISTORY_CALLS } from '../lists/history-calls.ts'
import type { HistorySizes } from '../lists/history-events.ts'
import { rowsOfAnswer } from '../lists/list-calls.ts'
import { createKeepAlive, type KeepAlive } from '../load/keep-alive.ts'
import { ADMINISTRATOR, registerActivated, signIn, type BenchPerson } from '../load/people.ts'
import { measureRequests, REQUEST_METRICS } from '../load/requests.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { openOurLog } from '../peers/our-log.ts'
import { startKeyedProduct } from '../product/keyed-product.ts'
import type { Product } from '../product/product.ts'
import { numberText } from '../report/statistics.ts'

const EVENTS = 100_000
const PEOPLE = 500
const EVENTS_OF_A_PERSON = 4
const READINGS = 30_000
const LIMIT_CHANGES = 20
const EDITS_OF_OTHERS = Math.ceil(
  (EVENTS - READINGS - PRODUCT_LIMITS.streamEventsMax - PEOPLE * (EVENTS_OF_A_PERSON + LIMIT_CHANGES)) /
    (PEOPLE - 1),
)
const SIZES: HistorySizes = {
  people: PEOPLE,
  edits: EDITS_OF_OTHERS,
  editsOfFirst: PRODUCT_LIMITS.streamEventsMax,
  limitChanges: LIMIT_CHANGES,
  readings: READINGS,
}
const LIMITS = { warmUp: { timesMax: 50, ms: 1_000 }, measured: { timesMax: 200, ms: 3_000 } }
const KEY = 'key'
const RATIO_MAX = 10

interface History {
  readonly product: Product
  readonly administrator: BenchPerson
  readonly stranger: BenchPerson
  readonly calls: KeepAlive
}

async function open(context: BenchContext): Promise<History> {
  const database = 'history'
  const { product, url, sources } = await startKeyedProduct(context, database)
  const { store } = await openOurLog(context, database)
  const administrator = await signIn(product, ADMINISTRATOR.ADMIN_EMAIL)
  const stranger = await registerActivated(product, store, { nth: SIZES.people, maxProfiles: 1 })
  await product.caughtUp()
  const db = new pg.Pool({ connectionString: url, max: 2 })
  db.on('error', () => undefined)
  context.closing.add(() => db.end())
  const { wrapping, idKeys } = createKeyVault({ ...sources, db, random: randomBytes, now: () => new Date() })
  await fillHistory({
    db,
    idKeys: await idKeys(),
    wrapping: await wrapping.current(),
    sizes: SIZES,
    administratorId: administrator.id,
    say: context.say,
  })
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  const calls = createKeepAlive()
  context.closing.add(calls.close)
  return { product, administrator, stranger, calls }
}

function measure(history: History, variant: string): Promise<Figures> {
  const { product } = history
  const once = variant === KEY ? () => requestKey(history) : () => requestPage(history, variant)
  return measureRequests(product, once, LIMITS)
}

async function requestKey({ product, stranger, calls }: History): Promise<number> {
  const path = `/api/analytics/${product.profileId}/unified`
  const { ms, status } = await calls.get(`${product.url}${path}`, stranger.headers)
  if (status !== 404) throw new Error(`${path} was answered ${status}`)
  return ms
}

async function requestPage({ product, administrator, calls }: History, variant: string): Promise<number> {
  const path = HISTORY_CALLS[variant]!.path({ sizes: SIZES, administratorId: administrator.id })
  const { ms, status, body } = await calls.get(`${product.url}${path}`, administrator.headers)
  if (status !== 200 || rowsOfAnswer(body) === 0)
    throw new Error(`${path} was answered ${status}: ${body.slice(0, 300)}`)
  return ms
}

const HOW = `A database of the product whose history has ${numberText(EVENTS)} events, spread over a year: ${numberText(SIZES.people)} people with a profile each, one of which was edited ${numberText(SIZES.editsOfFirst)} times and the others ${SIZES.edits} times; an administrator who changed the limit of each account ${SIZES.limitChanges} times, the first time of all by one call; and ${numberText(SIZES.readings)} readings of the history, of which that person did one. The product's own projections folded them in batches, without a log; then \`cluster\` in the order of time and \`vacuum analyze\`. The measured requests are for pages of 20 lines over HTTP, one at a time on a kept connection, up to ${LIMITS.measured.timesMax} after a warm-up. A name of many is that of one in sixteen. The primary-key read is \`unified\` of another person's profile. It takes the same route through the same server, reads one row of \`read.profiles\` by its key, and is answered 404.`

export const historyPart = part<History>({
  name: 'history',
  title: 'The history, filtered and paged',
  how: HOW,
  peers: [],
  metrics: REQUEST_METRICS,
  variants: [
    { name: KEY, title: 'primary-key read' },
    ...Object.entries(HISTORY_CALLS).map(([name, { title }]) => ({ name, title })),
  ],
  aims: Object.entries(HISTORY_CALLS).map(([name, { title }]) => ({
    title: `${title} ÷ primary-key read`,
    metric: 'p50',
    of: name,
    by: KEY,
    atMost: RATIO_MAX,
  })),
  open,
  measure,
})
