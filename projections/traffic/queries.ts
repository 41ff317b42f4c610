import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import {
  COUNT_COLUMNS,
  countColumn,
  DAY_COUNTS,
  HOURS,
  type Dimension,
} from '@app/contracts/traffic/kinds.ts'
import type { Span } from '@app/contracts/traffic/ranges.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { subscriptionCounts, type SubscriptionCounts } from '../subscriptions/queries.ts'

export interface TrafficSums {
  readonly visits: number
  readonly clicks: number
  readonly downloads: number
  readonly uniques: number
  readonly engaged: number
}

/** Zero counts are absent. */
type Breakdown = Readonly<Partial<Record<Dimension, Readonly<Record<string, number>>>>>

export interface TrafficFigures {
  readonly total: TrafficSums
  readonly buckets: readonly (TrafficSums & { readonly period: string })[]
  readonly breakdown: Breakdown
  /** Monday first, then the hour of local time. */
  readonly heat: readonly (readonly number[])[]
  readonly before: TrafficSums | null
  readonly position: string
  readonly subscriptions: SubscriptionCounts
}

/** Both days are included. */
export type Days = Pick<Span, 'from' | 'to'>

/** SQL expression; null without counted or excluded events. */
export const firstDayOf = (profileId: string): string =>
  `(select min(day)::text from read.traffic_days where profile_id = ${profileId})`

export const POSITION = `(select c.position::text from kernel.checkpoints c join projection.builds b on b.build = c.name
    where b.projection = 'traffic' and b.state = 'active')`

export interface AskedFigures {
  readonly profileId: string
  readonly span: Span
  readonly before: Days | null
}

export type BucketSums = TrafficSums & { readonly bucket: number }
/** In a day's row zero is null. */
export type Counts = Readonly<Record<string, number | null>>

interface Answer {
  readonly buckets: readonly BucketSums[] | null
  /** Sums of each weekday, from Monday (1) on. */
  readonly weekdays: readonly Counts[] | null
  readonly total: TrafficSums
  readonly before: TrafficSums | null
  readonly position: string | null
  readonly subscriptions: SubscriptionCounts
}

const sumOf = (column: string, name = column): string => `coalesce(sum(${column}), 0) as ${name}`
const SUMS = ['visits', 'clicks', 'downloads'].map((name) => sumOf(name)).join(', ')

const bucketsIn = (prefix: string): string => `(select json_agg(b) from (
    select width_bucket(day, $4::date[]) as bucket, ${SUMS}, ${sumOf(`${prefix}uniques`, 'uniques')},
      ${sumOf(`${prefix}engaged`, 'engaged')} from days group by 1) b)`
/** Days of visitors who had such a day before, within the range: people who return are fewer than people. */
const returning = (before: string, from: string, to: string): string => `
    (select count(*) from read.traffic_visitor_days where profile_id = $1 and ${before} > '-infinity'
      and ${before} between ${from} and ${to} and day <= ${to})`
const peopleIn = (days: string, from: string, to: string): string => `
    coalesce(sum(uniques), 0) - ${returning('visit_before', from, to)} as uniques,
    coalesce(sum(engaged), 0) - ${returning('engaged_before', from, to)} as engaged from ${days}`
const ALL_PEOPLE = `${sumOf('new_visitors', 'uniques')}, ${sumOf('new_engaged', 'engaged')} from days`
const BEFORE = `(select row_to_json(b) from (
    select ${SUMS}, ${peopleIn('read.traffic_days where profile_id = $1 and day between $5 and $6', '$5::date', '$6::date')}) b)`

/** One statement, so that all figures are of one snapshot and add up. */
function textOf({ span: { unit }, before }: AskedFigures): string {
  const subscriptions = subscriptionCounts('$1', before === null ? null : ['$7', '$8'])
  return `with days as materialized (
      select * from read.traffic_days where profile_id = $1 and day between $2 and $3)
    select ${bucketsIn(unit === 'day' ? '' : `${unit}_`)} as buckets,
      (select json_agg(w) from (select extract(isodow from day)::int as weekday,
        ${COUNT_COLUMNS.map((column) => sumOf(column)).join(', ')} from days group by 1) w) as weekdays,
      (select row_to_json(t) from (
        select ${SUMS}, ${before === null ? ALL_PEOPLE : peopleIn('days', '$2::date', '$3::date')}) t) as total,
      ${before === null ? 'null::json' : BEFORE} as before, ${POSITION} as position, ${subscriptions} as subscriptions`
}

function valuesOf({ profileId, span: { from, to, buckets }, before }: AskedFigures): unknown[] {
  const values = [profileId, from, to, buckets.map((bucket) => bucket.from)]
  if (before === null) return values
  return [...values, before.from, before.to, startOfDayMs(from), startOfDayMs(addDays(to, 1))]
}

export async function trafficFigures(db: ReadDb, request: AskedFigures): Promise<TrafficFigures> {
  const name = `figures-${request.span.unit}${request.before === null ? '-all' : ''}`
  const { rows } = await db.query<Answer>({ name, text: textOf(request), values: valuesOf(request) })
  const { total, buckets, weekdays, before, position, subscriptions } = rows[0]!
  return {
    total,
    buckets: pointsOf(request.span, buckets),
    breakdown: breakdownOf((column) => (weekdays ?? []).reduce((sum, day) => sum + (day[column] ?? 0), 0)),
    heat: Array.from({ length: 7 }, (_day, nth) => hoursOf(weekdays?.find((day) => day.weekday === nth + 1))),
    before,
    position: position ?? '0',
    subscriptions,
  }
}

const NONE: TrafficSums = { visits: 0, clicks: 0, downloads: 0, uniques: 0, engaged: 0 }

export function pointsOf(
  { buckets }: Span,
  counted: readonly BucketSums[] | null,
): TrafficFigures['buckets'] {
  const byBucket = new Map((counted ?? []).map(({ bucket, ...sums }) => [bucket, sums]))
  return buckets.map(({ period }, nth) => ({ period, ...(byBucket.get(nth + 1) ?? NONE) }))
}

function breakdownOf(countIn: (column: string) => number): Breakdown {
  const breakdown: Partial<Record<Dimension, Record<string, number>>> = {}
  for (const dimension of Object.keys(DAY_COUNTS) as Dimension[])
    for (const value of DAY_COUNTS[dimension]) {
      const count = countIn(countColumn(dimension, value))
      if (count > 0) (breakdown[dimension] ??= {})[value] = count
    }
  return breakdown
}

export const hoursOf = (counts: Counts | undefined): readonly number[] =>
  HOURS.map((hour) => counts?.[countColumn('hour', hour)] ?? 0)
