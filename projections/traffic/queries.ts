import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import type { Span } from '@app/contracts/traffic/ranges.ts'
import type pg from 'pg'
import type { ReadDb } from '../read-db.ts'
import { subscriptionCounts, type SubscriptionCounts } from '../subscriptions/queries.ts'
import { addPairs, breakdownOf, heatOf, pairsOf, type Breakdown, type Counters } from './counters.ts'

export interface TrafficSums {
  readonly visits: number
  readonly clicks: number
  readonly downloads: number
  readonly uniques: number
  /** Distinct visitors with an engaged day. */
  readonly engaged: number
}

export interface TrafficFigures {
  readonly total: TrafficSums
  readonly buckets: readonly (TrafficSums & { readonly period: string })[]
  readonly breakdown: Breakdown
  readonly heat: readonly (readonly number[])[]
  readonly before: TrafficSums | null
  readonly position: string
  /** Zeros if they were not requested. */
  readonly subscriptions: SubscriptionCounts
}

/** Both days are included. */
export type Days = Pick<Span, 'from' | 'to'>

/** SQL expression; null without counted or excluded events. */
export const firstDayOf = (profileId: string): string =>
  `(select min(day)::text from read.traffic_days where profile_id = ${profileId})`

export async function firstTrafficDay(db: ReadDb, profileId: string): Promise<string | null> {
  const { rows } = await db.query<{ day: string | null }>({
    name: 'first-traffic-day',
    text: `select ${firstDayOf('$1')} as day`,
    values: [profileId],
  })
  return rows[0]?.day ?? null
}

/**
 * First day of the day or month, visits, clicks, downloads, uniques and engaged of its day, week or month, counters,
 * sign (1 adds, -1 subtracts). Counters are sent as Postgres array text: as JSON they take a third longer.
 */
type Row = readonly [string, number, number, number, number, number, string, 1 | -1]

interface Answer {
  readonly rows: readonly Row[] | null
  readonly uniques: string
  readonly engaged: string
  readonly before: TrafficSums | null
  readonly position: string | null
  readonly subscriptions: SubscriptionCounts | null
}

const dayRows = (uniques: string, engaged: string): string =>
  `(select json_agg(json_build_array(day, visits, clicks, downloads, ${uniques}, ${engaged}, counters::text, 1) order by day)
  from read.traffic_days where profile_id = $1 and day between $2 and $3)`
/** Days after the span within its last month. They exist only if a client's clock ran ahead. */
const AHEAD = `day > $3 and day < date_trunc('month', $3::date) + interval '1 month'`
/** Whole months, minus the days after the span's end. */
const MONTH_ROWS = `(select json_agg(json_build_array(start, visits, clicks, downloads, uniques, engaged, counters::text, sign) order by start)
  from (select month as start, visits, clicks, downloads, uniques, engaged, counters, 1 as sign from read.traffic_months
        where profile_id = $1 and month between date_trunc('month', $2::date) and date_trunc('month', $3::date)
        union all
        select $3::date, visits, clicks, downloads, month_uniques, month_engaged, counters, -1 from read.traffic_days
        where profile_id = $1 and ${AHEAD}) r)`
const ROWS = {
  day: dayRows('uniques', 'engaged'),
  week: dayRows('week_uniques', 'week_engaged'),
  month: MONTH_ROWS,
} as const

/** Distinct visitors of a range: a visitor counts on the day whose previous day is before the range. */
const between = (matrix: string, from: string, to: string): string =>
  `(select coalesce(sum(visitors), 0) from read.${matrix}
    where profile_id = $1 and day between ${from} and ${to} and previous < ${from})`
/** Distinct visitors of all time, minus those first seen after the span's end. */
const allTime = (matrix: string, column: string): string =>
  `((select coalesce(sum(${column}), 0) from read.traffic_months
     where profile_id = $1 and month <= date_trunc('month', $3::date))
  - (select coalesce(sum(visitors), 0) from read.${matrix}
     where profile_id = $1 and ${AHEAD} and previous = '-infinity'))`

const sumsBetween = (from: string, to: string): string => `(select json_build_object(
    'visits', coalesce(sum(visits), 0), 'clicks', coalesce(sum(clicks), 0), 'downloads', coalesce(sum(downloads), 0),
    'uniques', ${between('traffic_uniques', from, to)}, 'engaged', ${between('traffic_engaged', from, to)})
  from read.traffic_days where profile_id = $1 and day between ${from} and ${to})`
const POSITION = `(select c.position::text from kernel.checkpoints c join projection.builds b on b.build = c.name
    where b.projection = 'traffic' and b.state = 'active')`

export interface AskedFigures {
  readonly profileId: string
  readonly span: Span
  /** Days to compare with; null for all time. */
  readonly before: Days | null
  /** Counts subscriptions to reminders as well: those made within the span. */
  readonly withSubscriptions?: boolean
}

/** Parameters in the order in which the text numbers them. */
function valuesOf(asked: AskedFigures): unknown[] {
  const { profileId, span, before, withSubscriptions = false } = asked
  const { from, to } = span
  if (before === null) return [profileId, from, to]
  const days = [profileId, from, to, before.from, before.to]
  return withSubscriptions ? [...days, startOfDayMs(from), startOfDayMs(addDays(to, 1))] : days
}

/** One statement, so that all figures are of one snapshot and add up. */
function textOf({ span: { unit }, before, withSubscriptions = false }: AskedFigures): string {
  const subscriptions = withSubscriptions
    ? subscriptionCounts('$1', before === null ? null : ['$6', '$7'])
    : 'null::json'
  const ofSpan = (matrix: string, column: string): string =>
    before === null ? allTime(matrix, column) : between(matrix, '$2', '$3')
  return `select ${ROWS[unit]} as rows,
    ${ofSpan('traffic_uniques', 'new_visitors')} as uniques,
    ${ofSpan('traffic_engaged', 'new_engaged')} as engaged,
    ${before === null ? 'null::json' : sumsBetween('$4', '$5')} as before, ${POSITION} as position, ${subscriptions} as subscriptions`
}

const texts = new Map<string, string>()

/** Each variant has a name, so that a connection parses and plans it once. */
function queryOf(asked: AskedFigures): pg.QueryConfig {
  const { span, before, withSubscriptions = false } = asked
  const name = `figures-${span.unit}${before === null ? '-all' : ''}${withSubscriptions ? '-subscribed' : ''}`
  const text = texts.get(name) ?? textOf(asked)
  texts.set(name, text)
  return { name, text, values: valuesOf(asked) }
}

export async function trafficFigures(db: ReadDb, asked: AskedFigures): Promise<TrafficFigures> {
  const { rows } = await db.query<Answer>(queryOf(asked))
  const answer = rows[0]!
  const parts = answer.rows ?? []
  const counters: Counters = new Map()
  for (const [, , , , , , pairs, sign] of parts) addPairs(counters, pairsOf(pairs), sign)
  const sumOf = (of: 1 | 2 | 3): number => parts.reduce((sum, part) => sum + part[7] * part[of], 0)
  return {
    total: {
      visits: sumOf(1),
      clicks: sumOf(2),
      downloads: sumOf(3),
      uniques: Number(answer.uniques),
      engaged: Number(answer.engaged),
    },
    buckets: bucketsOf(asked.span, parts),
    breakdown: breakdownOf(counters),
    heat: heatOf(counters),
    before: answer.before,
    position: answer.position ?? '0',
    subscriptions: answer.subscriptions ?? { active: 0, converted: 0 },
  }
}

function bucketsOf({ buckets }: Span, rows: readonly Row[]): TrafficFigures['buckets'] {
  let next = 0
  return buckets.map(({ period, to }) => {
    const sums = { period, visits: 0, clicks: 0, downloads: 0, uniques: 0, engaged: 0 }
    for (let row = rows[next]; row !== undefined && row[0] <= to; row = rows[(next += 1)]) {
      const sign = row[7]
      sums.visits += sign * row[1]
      sums.clicks += sign * row[2]
      sums.downloads += sign * row[3]
      sums.uniques += sign * row[4]
      sums.engaged += sign * row[5]
    }
    return sums
  })
}

export interface DayFigures extends TrafficSums {
  readonly day: string
  readonly breakdown: Breakdown
  readonly hours: readonly number[]
}

/** Days without counted events are absent. */
export async function listDays(db: ReadDb, profileId: string, days: Days): Promise<readonly DayFigures[]> {
  const { rows } = await db.query<Omit<DayFigures, 'breakdown' | 'hours'> & { counters: number[] }>(
    `select day::text, visits, clicks, downloads, uniques, engaged, counters from read.traffic_days
     where profile_id = $1 and day between $2 and $3 order by day`,
    [profileId, days.from, days.to],
  )
  return rows.map(({ counters: pairs, ...sums }) => {
    const counters: Counters = new Map()
    addPairs(counters, pairs)
    const heat = heatOf(counters)
    const hours = Array.from({ length: 24 }, (_, hour) => heat.reduce((sum, day) => sum + day[hour]!, 0))
    return { ...sums, breakdown: breakdownOf(counters), hours }
  })
}
