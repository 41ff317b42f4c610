import type { Span, TimeUnit } from '@app/contracts/traffic/ranges.ts'
import type { ReadDb } from '../read-db.ts'
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
 * First day of the day or month, visits, clicks, downloads, its uniques, uniques of its week, counters, sign (1 adds,
 * -1 subtracts). Counters are sent as Postgres array text: as JSON they take a third longer.
 */
type Row = readonly [string, number, number, number, number, number, string, 1 | -1]

interface Answer {
  readonly rows: readonly Row[] | null
  readonly uniques: string
  readonly engaged: string
  /** First day of the bucket's day, week or month, and its engaged visitors. */
  readonly engaged_by_bucket: readonly (readonly [start: string, visitors: number])[] | null
  readonly before: TrafficSums | null
  readonly position: string | null
}

const DAY_ROWS = `(select json_agg(json_build_array(day, visits, clicks, downloads, uniques, week_uniques, counters::text, 1) order by day)
  from read.traffic_days where profile_id = $1 and day between $2 and $3)`
/** Days after the span within its last month. They exist only if a client's clock ran ahead. */
const AHEAD = `day > $3 and day < date_trunc('month', $3::date) + interval '1 month'`
/** Whole months, minus the days after the span's end. */
const MONTH_ROWS = `(select json_agg(json_build_array(start, visits, clicks, downloads, uniques, 0, counters::text, sign) order by start)
  from (select month as start, visits, clicks, downloads, uniques, counters, 1 as sign from read.traffic_months
        where profile_id = $1 and month between date_trunc('month', $2::date) and date_trunc('month', $3::date)
        union all
        select $3::date, visits, clicks, downloads, month_uniques, counters, -1 from read.traffic_days
        where profile_id = $1 and ${AHEAD}) r)`

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

/** As `between`, for each bucket: a visitor counts on their first engaged day in it. */
const engagedBy = (unit: TimeUnit): string =>
  `(select json_agg(json_build_array(start, visitors) order by start)
    from (select date_trunc('${unit}', day)::date as start, sum(visitors)::int as visitors from read.traffic_engaged
          where profile_id = $1 and day between $2 and $3 and previous < date_trunc('${unit}', day) group by 1) b)`

const BEFORE = `(select json_build_object(
    'visits', coalesce(sum(visits), 0), 'clicks', coalesce(sum(clicks), 0), 'downloads', coalesce(sum(downloads), 0),
    'uniques', ${between('traffic_uniques', '$4', '$5')}, 'engaged', ${between('traffic_engaged', '$4', '$5')})
  from read.traffic_days where profile_id = $1 and day between $4 and $5)`
const POSITION = `(select position::text from projection.builds where projection = 'traffic' and state = 'active')`

/** One statement, so that all figures are of one snapshot and add up. */
const figuresText = (unit: TimeUnit, isAllTime: boolean): string => `select
  ${unit === 'month' ? MONTH_ROWS : DAY_ROWS} as rows,
  ${engagedBy(unit)} as engaged_by_bucket,
  ${isAllTime ? allTime('traffic_uniques', 'new_visitors') : between('traffic_uniques', '$2', '$3')} as uniques,
  ${isAllTime ? allTime('traffic_engaged', 'new_engaged') : between('traffic_engaged', '$2', '$3')} as engaged,
  ${isAllTime ? 'null::json' : BEFORE} as before,
  ${POSITION} as position`

const TEXTS = {
  'figures-day': figuresText('day', false),
  'figures-week': figuresText('week', false),
  'figures-month': figuresText('month', false),
  'figures-day-all': figuresText('day', true),
  'figures-week-all': figuresText('week', true),
  'figures-month-all': figuresText('month', true),
} as const

/** @param before days to compare with; null for all time */
export async function trafficFigures(
  db: ReadDb,
  profileId: string,
  span: Span,
  before: Days | null,
): Promise<TrafficFigures> {
  const name = `figures-${span.unit}${before === null ? '-all' : ''}` as const
  const compared = before === null ? [] : [before.from, before.to]
  const { rows } = await db.query<Answer>({
    name,
    text: TEXTS[name],
    values: [profileId, span.from, span.to, ...compared],
  })
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
    buckets: bucketsOf(span, parts, answer.engaged_by_bucket ?? []),
    breakdown: breakdownOf(counters),
    heat: heatOf(counters),
    before: answer.before,
    position: answer.position ?? '0',
  }
}

function bucketsOf(
  { buckets, unit }: Span,
  rows: readonly Row[],
  engagedByStart: NonNullable<Answer['engaged_by_bucket']>,
): TrafficFigures['buckets'] {
  const uniquesAt = unit === 'week' ? 5 : 4
  const engagedIn = new Map(engagedByStart.map(([start, visitors]) => [start.slice(0, 10), visitors]))
  let next = 0
  return buckets.map(({ period, to }) => {
    const start = unit === 'month' ? `${period}-01` : period
    const engaged = engagedIn.get(start) ?? 0
    const sums = { period, visits: 0, clicks: 0, downloads: 0, uniques: 0, engaged }
    for (let row = rows[next]; row !== undefined && row[0] <= to; row = rows[(next += 1)]) {
      const sign = row[7]
      sums.visits += sign * row[1]
      sums.clicks += sign * row[2]
      sums.downloads += sign * row[3]
      sums.uniques += sign * row[uniquesAt]
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

export interface PeerSums {
  readonly profiles: number
  readonly visits: number
  readonly clicks: number
}

const PEER_MONTHS_MAX = 4_000

/**
 * Visits and clicks by network, over the most visited months of active profiles.
 * A profile shows a network if the network's field is not empty.
 */
export async function networkPeers(
  db: ReadDb,
  networks: readonly string[],
  sinceMonth: string,
): Promise<Readonly<Record<string, PeerSums>>> {
  const { rows } = await db.query<{ id: string; shown: string[]; visits: number; counters: number[] }>(
    `select m.profile_id as id, m.visits, m.counters,
       array(select n from unnest(p.networks) n where n = any($1::text[])) as shown
     from read.traffic_months m join read.profiles p on p.id = m.profile_id and p.is_active
     where m.month >= $2 order by m.visits desc limit ${PEER_MONTHS_MAX}`,
    [networks, sinceMonth],
  )
  const sums = new Map(
    networks.map((network) => [network, { profiles: new Set<string>(), visits: 0, clicks: 0 }]),
  )
  for (const { id, shown, visits, counters: pairs } of rows) {
    const counters: Counters = new Map()
    addPairs(counters, pairs)
    const clicks = breakdownOf(counters).network ?? {}
    for (const network of shown) {
      const sum = sums.get(network)!
      sum.profiles.add(id)
      sum.visits += visits
      sum.clicks += clicks[network] ?? 0
    }
  }
  return Object.fromEntries(
    [...sums].map(([network, sum]) => [network, { ...sum, profiles: sum.profiles.size }]),
  )
}
