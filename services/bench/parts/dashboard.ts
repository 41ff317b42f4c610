import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { withConnection } from '@app/postgres/connection.ts'
import pg from 'pg'
import { latenciesOf, type Context, type Judged, type BenchPart, type Variants } from '../frame.ts'
import { openFilled, type BenchPerson } from '../load/filled-product.ts'
import { createGet, measureRequests, timed, timesOf } from '../load/requests.ts'
import { ZONE } from '@app/contracts/calendar.ts'

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

/** The dashboard's figures of a profile, as a product without read models would query its log for them. */
interface RawFigures {
  readonly visits: number
  readonly uniques: number
  readonly clicks: number
  readonly downloads: number
  readonly networks: Readonly<Record<string, number>> | null
  readonly months: readonly (Pick<RawFigures, 'visits' | 'uniques' | 'clicks' | 'downloads'> & {
    readonly period: string
  })[]
}

/** The product's own log has no such index, but a product without read models would need it. */
const MAKE_RAW_INDEX = `create index bench_profile on log.events ((data ->> 'profileId'))`

const SUMS = `
  count(*) filter (where type = 'ProfileTapped') as visits,
  count(distinct visitor) filter (where type = 'ProfileTapped') as uniques,
  count(*) filter (where type = 'LinkClicked') as clicks,
  count(*) filter (where type = 'ContactDownloaded') as downloads`

/** Looks up the events once for all figures. Robots and repeated taps count too. */
const FIGURES = `
with mine as materialized (
  select type, data ->> 'visitorId' as visitor, data ->> 'network' as network,
         (meta ->> 'occurredAt')::timestamptz at time zone '${ZONE}' as at
  from log.events
  where data ->> 'profileId' = $1 and type in ('ProfileTapped', 'LinkClicked', 'ContactDownloaded')
)
select
  (select row_to_json(t) from (select ${SUMS} from mine) t) as total,
  (select json_object_agg(network, n) from (
     select network, count(*) as n from mine where type = 'LinkClicked' group by network) n) as networks,
  (select json_agg(m order by m.period) from (
     select to_char(at, 'YYYY-MM') as period, ${SUMS} from mine group by 1) m) as months
`

interface Row extends Pick<RawFigures, 'networks' | 'months'> {
  readonly total: Omit<RawFigures, 'networks' | 'months'>
}

async function rawFigures(db: pg.Pool, profileId: string): Promise<RawFigures> {
  const { rows } = await db.query<Row>(FIGURES, [profileId])
  const { total, networks, months } = rows[0]!
  return { ...total, networks, months }
}
