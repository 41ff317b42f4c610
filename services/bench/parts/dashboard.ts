import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { withConnection } from '@app/postgres/connection.ts'
import pg from 'pg'
import { latenciesOf, type Context, type Judged, type BenchPart, type Variants } from '../frame.ts'
import { openFilled, type BenchPerson } from '../load/filled-product.ts'
import { createGet, measureRequests, timed, timesOf } from '../load/requests.ts'
import { MAKE_RAW_INDEX, rawFigures } from '../peers/raw-figures.ts'

const SIZES = { small: 100_000, large: 1_000_000 }
const EVENTS_A_PROFILE = 1_000
const REQUESTS = { timesMax: 300, ms: 15_000 }
/** One query takes seconds. */
const RAW = { timesMax: 20, ms: 2_000 }

const p50 = (of: string, by: string) => ({ metric: 'p50', of, by })
const judgedAt = (size: keyof typeof SIZES): readonly Judged[] => {
  const events = SIZES[size].toLocaleString('en-US')
  return [
    {
      title: `figures ÷ a row by its key, ${events} events`,
      ...p50(`${size}-unified`, `${size}-key`),
      atMost: 5,
    },
    {
      title: `raw events in SQL ÷ figures, ${events} events`,
      ...p50(`${size}-raw`, `${size}-unified`),
      atLeast: 80,
    },
  ]
}

/** `unified` of the busiest profile, over HTTP; by a stranger it reads one row by its key and is answered 404. */
export const dashboard: BenchPart = {
  name: 'dashboard',
  judged: [
    ...judgedAt('small'),
    ...judgedAt('large'),
    { title: 'figures, ten times the events', ...p50('large-unified', 'small-unified'), atMost: 1.5 },
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
  await withConnection(url, async (client) => {
    await client.query(MAKE_RAW_INDEX)
    await client.query('analyze log.events')
  })
  const db = new pg.Pool({ connectionString: url, max: 1 })
  context.onClose(() => db.end())
  const { get, close } = createGet()
  context.onClose(close)
  const unified = async (person: BenchPerson, expected: number) => {
    const path = `/api/analytics/${profileId}/unified?date_range=all-time`
    const answer = await get(`${product.url}${path}`, person.headers)
    if (answer.status !== expected) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    return answer
  }
  const shown = JSON.parse((await unified(owner, 200)).body) as UnifiedAnalytics
  const raw = await rawFigures(db, profileId)
  const counted = shown.total_visits + shown.excluded.visits
  if (counted !== raw.visits) throw new Error(`${counted} visits are accounted for of ${raw.visits}`)
  const requests = (person: BenchPerson, status: number) => () =>
    measureRequests(product, async () => (await unified(person, status)).ms, REQUESTS)
  return {
    [`${size}-unified`]: requests(owner, 200),
    [`${size}-key`]: requests(stranger, 404),
    [`${size}-raw`]: async () =>
      latenciesOf(await timesOf(() => timed(() => rawFigures(db, profileId)), RAW)),
  }
}
