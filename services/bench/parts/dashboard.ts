import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { type Context, type Judged, type BenchPart, type Variants } from '../frame.ts'
import { openFilled, type BenchPerson } from '../load/filled-product.ts'
import { createGet, measureRequests } from '../load/requests.ts'

const SIZES = { small: 100_000, large: 1_000_000 }
const EVENTS_A_PROFILE = 1_000
const REQUESTS = { timesMax: 300, ms: 15_000 }

const p50 = (of: string, by: string) => ({ metric: 'p50', of, by })
const judgedAt = (size: keyof typeof SIZES): Judged => ({
  title: `figures ÷ a row by its key, ${SIZES[size].toLocaleString('en-US')} events`,
  ...p50(`${size}-unified`, `${size}-key`),
  atMost: 8,
})

/** `unified` of the busiest profile, over HTTP; by a stranger it reads one row by its key and is answered 404. */
export const dashboard: BenchPart = {
  name: 'dashboard',
  judged: [
    judgedAt('small'),
    judgedAt('large'),
    { title: 'figures, ten times the events', ...p50('large-unified', 'small-unified'), atMost: 1.2 },
  ],
  open: async (context) => {
    const small = await openSize(context, 'small')
    return { ...small, ...(await openSize(context, 'large')) }
  },
}

async function openSize(context: Context, size: keyof typeof SIZES): Promise<Variants> {
  const events = context.scaled(SIZES[size])
  const filled = await openFilled(context, { events, profiles: Math.ceil(events / EVENTS_A_PROFILE) })
  const { product, url, owner, stranger, profileId } = filled
  const { get, close } = createGet()
  context.onClose(close)
  const unified = async (person: BenchPerson, expected: number) => {
    const path = `/api/analytics/${profileId}/unified?date_range=all-time`
    const answer = await get(`${product.url}${path}`, person.headers)
    if (answer.status !== expected) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    return answer
  }
  const shown = JSON.parse((await unified(owner, 200)).body) as UnifiedAnalytics
  const { rows } = await withConnection(url, (client) => client.query<{ n: string }>(TAPS, [profileId]))
  const counted = shown.total_visits + shown.excluded.visits
  if (counted !== Number(rows[0]!.n)) throw new Error(`${counted} visits are accounted for of ${rows[0]!.n}`)
  const requests = (person: BenchPerson, status: number) => () =>
    measureRequests(product, async () => (await unified(person, status)).ms, REQUESTS)
  return {
    [`${size}-unified`]: requests(owner, 200),
    [`${size}-key`]: requests(stranger, 404),
  }
}

const TAPS = `select count(*) as n from log.events where type = 'ProfileTapped' and data ->> 'profileId' = $1`
