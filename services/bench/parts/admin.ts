import { randomBytes } from 'node:crypto'
import { createKeyVault } from '@app/vault/keys/key-vault.ts'
import pg from 'pg'
import { createKeepAlive, type KeepAlive } from '../load/keep-alive.ts'
import { ADMINISTRATOR, registerActivated, signIn, type BenchPerson } from '../load/people.ts'
import { fillLists, type ListSizes } from '../lists/fill-lists.ts'
import { LIST_CALLS, rowsOfAnswer } from '../lists/list-calls.ts'
import { openOurLog } from '../peers/our-log.ts'
import { startKeyedProduct } from '../product/keyed-product.ts'
import type { Product } from '../product/product.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { measureRequests, REQUEST_METRICS } from '../load/requests.ts'
import { numberText } from '../report/statistics.ts'

const SIZES: ListSizes = { people: 100_000, codes: 1_000_000, quotations: 20_000, subscriptions: 1_000_000 }
const MONTHS = 12
const LIMITS = { warmUp: { timesMax: 50, ms: 1_000 }, measured: { timesMax: 200, ms: 3_000 } }
const KEY = 'key'
const RATIO_MAX = 10

interface Lists {
  readonly product: Product
  readonly administrator: BenchPerson
  readonly stranger: BenchPerson
  readonly calls: KeepAlive
}

async function open(context: BenchContext): Promise<Lists> {
  const database = 'administrators_lists'
  const { product, url, sources } = await startKeyedProduct(context, database)
  const { store } = await openOurLog(context, database)
  const administrator = await signIn(product, ADMINISTRATOR.ADMIN_EMAIL)
  const stranger = await registerActivated(product, store, { nth: SIZES.people, maxProfiles: 1 })
  await product.caughtUp()
  const db = new pg.Pool({ connectionString: url, max: 2 })
  db.on('error', () => undefined)
  context.closing.add(() => db.end())
  const { wrapping, idKeys } = createKeyVault({ ...sources, db, random: randomBytes, now: () => new Date() })
  await fillLists({
    db,
    idKeys: await idKeys(),
    wrapping: await wrapping.current(),
    sizes: SIZES,
    say: context.say,
  })
  await fillVisits(db)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  const calls = createKeepAlive()
  context.closing.add(calls.close)
  return { product, administrator, stranger, calls }
}

/** A year of months for each profile: only their visits are read. */
async function fillVisits(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ build: string }>(
    "select build from projection.builds where projection = 'traffic' and state = 'active'",
  )
  await db.query(
    `insert into ${rows[0]!.build}.traffic_months (profile_id, month, visits, clicks, downloads, uniques, engaged, new_visitors, new_engaged, counters)
     select p.id, date '2025-12-01' + make_interval(months => n), 7, 1, 1, 5, 1, 5, 1, '{}'
     from read.profiles p cross join generate_series(0, $1::int - 1) n on conflict do nothing`,
    [MONTHS],
  )
}

function measure(lists: Lists, variant: string): Promise<Figures> {
  const { product } = lists
  const once = variant === KEY ? () => requestKey(lists) : () => requestList(lists, variant)
  return measureRequests(product, once, LIMITS)
}

async function requestKey({ product, stranger, calls }: Lists): Promise<number> {
  const path = `/api/analytics/${product.profileId}/unified`
  const { ms, status } = await calls.get(`${product.url}${path}`, stranger.headers)
  if (status !== 404) throw new Error(`${path} was answered ${status}`)
  return ms
}

async function requestList({ product, administrator, calls }: Lists, variant: string): Promise<number> {
  const path = LIST_CALLS[variant]!.path(SIZES)
  const { ms, status, body } = await calls.get(`${product.url}${path}`, administrator.headers)
  if (status !== 200 || rowsOfAnswer(body) === 0)
    throw new Error(`${path} was answered ${status}: ${body.slice(0, 300)}`)
  return ms
}

const HOW = `A database of the product with ${numberText(SIZES.people)} accounts with a profile each, ${numberText(SIZES.codes)} activation codes, ${numberText(SIZES.quotations)} requests for quotations, ${numberText(SIZES.subscriptions)} subscriptions to reminders, spread over a year, and ${MONTHS} months of visits for each profile. The product's own projections folded them in batches, without a log, because no list reads it. The months were written directly, and the keys of ${numberText(2 * SIZES.people + SIZES.quotations + SIZES.subscriptions)} people as the vault stores them; then \`vacuum analyze\`. The measured requests are for pages of 20 rows over HTTP, one at a time on a kept connection, up to ${LIMITS.measured.timesMax} after a warm-up. A name of many is in a sixteenth of all rows. The primary-key read is \`unified\` of another person's profile. It takes the same route through the same server, reads one row of \`read.profiles\` by its key, and is answered 404.`

export const adminPart = part<Lists>({
  name: 'admin',
  title: 'Lists of administrators, searched and paged',
  how: HOW,
  peers: [],
  metrics: REQUEST_METRICS,
  variants: [
    { name: KEY, title: 'primary-key read' },
    ...Object.entries(LIST_CALLS).map(([name, { title }]) => ({ name, title })),
  ],
  aims: Object.entries(LIST_CALLS).map(([name, { title }]) => ({
    title: `${title} ÷ primary-key read`,
    metric: 'p50',
    of: name,
    by: KEY,
    atMost: RATIO_MAX,
  })),
  open,
  measure,
})
