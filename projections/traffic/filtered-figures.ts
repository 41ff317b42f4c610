import { addDays, daysBetween, startOfDayMs, wallShifts } from '@app/contracts/calendar.ts'
import { weekHourOf, type FiguresFilter } from '@app/contracts/traffic/figures-filter.ts'
import type { Span } from '@app/contracts/traffic/ranges.ts'
import type { ReadDb } from '../read-db.ts'
import { heatCode } from './counter-codes.ts'
import { heatOf, type Breakdown } from './counters.ts'
import type { AskedFigures, TrafficFigures, TrafficSums } from './queries.ts'

const EPOCH = '1970-01-01'

/**
 * Facts with their day (since 1970, which began on a Thursday) and hour of the week by local time, which is computed once
 * for both: `offset 0`.
 */
const placed = (also = ''): string => `(
    select visitor_id, kind, network, source, referrer, device, reason,
      (local / 86400000)::int as day, ((local / 3600000 + 72) % 168)::int as hour
    from (select *, at + ($5::bigint[])[width_bucket(at, $4::bigint[])] as local from read.traffic_facts
      where profile_id = $1 and at >= $2 and at < $3
        and ($8::text is null or source = $8) and ($9::text is null or device = $9) ${also} offset 0) f
  ) placed`
const OF_HOUR = `($10::int is null or hour = $10)`
/**
 * With their bucket (0: in the days before). A network keeps its own clicks and, of the days on which a visitor made a
 * counted one, the visitor's visits and downloads.
 */
const KEPT = `
  kept as materialized (
    select *, width_bucket(day, $6::int[]) as bucket from ${placed()}
    where ${OF_HOUR} and ($7::text is null or network = $7 or (kind <> 'click' and (visitor_id, day) in (
      select visitor_id, day from ${placed('and network = $7 and reason is null')} where ${OF_HOUR})))
  )`
/** What a visitor did on a day: 1 visited, 2 acted, 3 both, which is engaged. Buckets and spans have the most of it. */
const PEOPLE = `
  visitor_days as (
    select visitor_id, day, bucket, bit_or(case kind when 'tap' then 1 else 2 end) as did
    from kept where reason is null group by visitor_id, day, bucket
  ),
  visitors as (
    select visitor_id, bucket, max(did) as did from visitor_days where did <> 2 group by visitor_id, bucket
  ),
  people as (select bucket, count(*) as uniques, count(*) filter (where did = 3) as engaged from visitors group by bucket),
  people_of_spans as (
    select is_now, count(*) as uniques, count(*) filter (where did = 3) as engaged
    from (select bucket > 0 as is_now, max(did) as did from visitors group by visitor_id, bucket > 0) v group by is_now
  ),
  sums as (
    select bucket, count(*) filter (where kind = 'tap') as visits, count(*) filter (where kind = 'click') as clicks,
      count(*) filter (where kind = 'download') as downloads
    from kept where reason is null group by bucket
  )`
const OF_SPAN = `from kept where bucket > 0 and reason is`

const TEXT = `with ${KEPT}, ${PEOPLE}
  select (select json_agg(json_build_array(bucket, visits, clicks, downloads, coalesce(uniques, 0), coalesce(engaged, 0)))
      from sums left join people using (bucket)) as buckets,
    (select json_object_agg(is_now, json_build_array(uniques, engaged)) from people_of_spans) as people,
    (select json_agg(json_build_array(source, referrer, device, facts)) from (
      select source, referrer, device, count(*) as facts ${OF_SPAN} null and kind = 'tap' group by 1, 2, 3) v) as visits,
    (select json_object_agg(hour, facts) from (
      select hour, count(*) as facts ${OF_SPAN} null and kind = 'tap' group by 1) v) as hours,
    (select json_object_agg(network, facts) from (
      select network, count(*) as facts ${OF_SPAN} null and kind = 'click' group by 1) c) as network,
    (select json_agg(json_build_array(kind, reason, facts)) from (
      select kind, reason, count(*) as facts ${OF_SPAN} not null group by 1, 2) e) as excluded,
    (select c.position::text from kernel.checkpoints c join projection.builds b on b.build = c.name
    where b.projection = 'traffic' and b.state = 'active') as position`

interface Answer {
  /** Bucket, visits, clicks, downloads, uniques, engaged. */
  readonly buckets: readonly (readonly [number, number, number, number, number, number])[] | null
  /** Uniques and engaged of the span (`true`) and of the days before it. */
  readonly people: Readonly<Record<string, readonly [number, number]>> | null
  readonly visits: readonly (readonly [string, string, string, number])[] | null
  readonly network: Readonly<Record<string, number>> | null
  readonly hours: Readonly<Record<number, number>> | null
  readonly excluded: readonly (readonly [kind: string, reason: string, number])[] | null
  readonly position: string | null
}

function valuesOf({ profileId, span, before }: AskedFigures, filter: FiguresFilter): unknown[] {
  const [fromMs, toMs] = [startOfDayMs((before ?? span).from), startOfDayMs(addDays(span.to, 1))]
  const shifts = wallShifts(fromMs, toMs)
  return [
    profileId,
    fromMs,
    toMs,
    shifts.map((shift) => shift.fromMs),
    shifts.map(({ shiftMs }) => shiftMs),
    span.buckets.map(({ from }) => daysBetween(EPOCH, from)),
    filter.network ?? null,
    filter.source ?? null,
    filter.device ?? null,
    filter.hour === undefined ? null : weekHourOf(filter.hour),
  ]
}

const NONE: TrafficSums = { visits: 0, clicks: 0, downloads: 0, uniques: 0, engaged: 0 }

function spanSums({ buckets, people }: Answer, isNow: boolean): TrafficSums {
  const own = (buckets ?? []).filter(([bucket]) => bucket > 0 === isNow)
  const sumOf = (of: 1 | 2 | 3): number => own.reduce((sum, row) => sum + row[of], 0)
  const [uniques, engaged] = people?.[`${isNow}`] ?? [0, 0]
  return { visits: sumOf(1), clicks: sumOf(2), downloads: sumOf(3), uniques, engaged }
}

function bucketsOf({ buckets }: Answer, span: Span): TrafficFigures['buckets'] {
  const found = new Map((buckets ?? []).map((row) => [row[0], row]))
  return span.buckets.map(({ period }, at) => {
    const row = found.get(at + 1)
    if (row === undefined) return { period, ...NONE }
    const [, visits, clicks, downloads, uniques, engaged] = row
    return { period, visits, clicks, downloads, uniques, engaged }
  })
}

function breakdownOf({ visits, network, excluded }: Answer): Breakdown {
  const counts: Record<string, Record<string, number>> = { network: { ...network } }
  const add = (dimension: string, value: string, facts: number): void => {
    const own = (counts[dimension] ??= {})
    own[value] = (own[value] ?? 0) + facts
  }
  for (const [source, referrer, device, facts] of visits ?? []) {
    add('source', source, facts)
    add('referrer', referrer, facts)
    add('device', device, facts)
  }
  for (const [kind, reason, facts] of excluded ?? []) add(`excluded-${kind}`, reason, facts)
  return counts
}

/** Of facts that pass a filter, counted by the rules of all figures. Previews and facts in excess are no facts. */
export async function filteredFigures(
  db: ReadDb,
  asked: AskedFigures,
  filter: FiguresFilter,
): Promise<TrafficFigures> {
  const values = valuesOf(asked, filter)
  const { rows } = await db.query<Answer>({ name: 'filtered-figures', text: TEXT, values })
  const answer = rows[0]!
  const hours = Object.entries(answer.hours ?? {})
  return {
    total: spanSums(answer, true),
    buckets: bucketsOf(answer, asked.span),
    breakdown: breakdownOf(answer),
    heat: heatOf(new Map(hours.map(([hour, facts]) => [heatCode(0, Number(hour)), facts]))),
    before: asked.before && spanSums(answer, false),
    position: answer.position ?? '0',
    subscriptions: { active: 0, converted: 0 },
  }
}
