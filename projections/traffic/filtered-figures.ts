import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { HOURS } from '@app/contracts/traffic/kinds.ts'
import { weekHourOf, type FiguresFilter } from '@app/contracts/traffic/ranges.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import type { Fact } from './tables.ts'
import {
  pointsOf,
  POSITION,
  type AskedFigures,
  type BucketSums,
  type TrafficFigures,
  type TrafficSums,
} from './queries.ts'

/** With their bucket (0: before). A network keeps its clicks and, of days with a counted one, visits and downloads. */
const keptOf = (isOfNetwork: boolean): string => `
  facts as ${isOfNetwork ? '' : 'not '}materialized (
    select * from (
      select visitor_id, kind, network, source, referrer, device, reason, day,
        (day - date '1970-01-05') % 7 * 24 + hour as hour
      from read.traffic_facts
      where profile_id = $1 and at >= $2 and at < $3 and kind <> 'share' and reason is distinct from 'excess'
        and ($6::text is null or source = $6) and ($7::text is null or device = $7)) f
    where $8::int is null or hour = $8
  ),
  matching as materialized (
    select *, width_bucket(day, $4::date[]) as bucket from facts
    ${isOfNetwork ? OF_NETWORK : 'where $5::text is null'}
  )`
const OF_NETWORK = `where network = $5 or (kind <> 'click' and (visitor_id, day) in (
      select visitor_id, day from facts where network = $5 and reason is null))`
/** A visitor's day: 1 visited, 2 acted, 3 both, which is engaged. Buckets and spans have the most of it. */
const PEOPLE = `
  visitor_days as (
    select visitor_id, day, bucket, bit_or(case kind when 'tap' then 1 else 2 end) as did
    from matching where reason is null group by visitor_id, day, bucket
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
    from matching where reason is null group by bucket
  )`

const textOf = (isOfNetwork: boolean): string => `with ${keptOf(isOfNetwork)}, ${PEOPLE}
  select (select json_agg(b) from (
      select bucket, visits, clicks, downloads, coalesce(uniques, 0) as uniques, coalesce(engaged, 0) as engaged
      from sums left join people using (bucket)) b) as buckets,
    (select json_object_agg(is_now, json_build_object('uniques', uniques, 'engaged', engaged)) from people_of_spans) as people,
    (select json_agg(c) from (
      select kind, reason, network, source, referrer, device, count(*) as facts from matching where bucket > 0
      group by kind, reason, network, source, referrer, device) c) as counts,
    (select json_object_agg(hour, facts) from (
      select hour, count(*) as facts from matching where bucket > 0 and reason is null and kind = 'tap' group by hour) h) as hours,
    ${POSITION} as position`

const ALL = { name: 'figures-filtered', text: textOf(false) }
const BY_NETWORK = { name: 'figures-by-network', text: textOf(true) }

type Count = Pick<Fact, 'kind' | 'reason' | 'network' | 'source' | 'referrer' | 'device'> & {
  readonly facts: number
}

interface Answer {
  readonly buckets: readonly BucketSums[] | null
  readonly people: Readonly<Record<string, Pick<TrafficSums, 'uniques' | 'engaged'>>> | null
  readonly counts: readonly Count[] | null
  readonly hours: Readonly<Record<number, number>> | null
  readonly position: string | null
}

/** Distinct people do not add up. */
function addedUp(buckets: readonly BucketSums[]): Omit<TrafficSums, 'uniques' | 'engaged'> {
  const sum = (of: 'visits' | 'clicks' | 'downloads'): number =>
    buckets.reduce((total, bucket) => total + bucket[of], 0)
  return { visits: sum('visits'), clicks: sum('clicks'), downloads: sum('downloads') }
}

function sumsOf({ buckets, people }: Answer, isNow: boolean): TrafficSums {
  const own = (buckets ?? []).filter(({ bucket }) => bucket > 0 === isNow)
  return { ...addedUp(own), ...(people?.[`${isNow}`] ?? { uniques: 0, engaged: 0 }) }
}

function breakdownOf(counts: readonly Count[]): TrafficFigures['breakdown'] {
  const breakdown: Record<string, Record<string, number>> = {}
  const add = (dimension: string, value: string | null, facts: number): void => {
    if (value !== null) (breakdown[dimension] ??= {})[value] = (breakdown[dimension]?.[value] ?? 0) + facts
  }
  for (const { kind, reason, network, source, referrer, device, facts } of counts)
    if (reason !== null) add(`excluded-${kind}`, reason, facts)
    else if (kind === 'click') add('network', network, facts)
    else if (kind === 'tap') {
      add('source', source, facts)
      add('referrer', referrer, facts)
      add('device', device, facts)
    }
  return breakdown
}

export async function filteredFigures(
  db: ReadDb,
  { profileId, span, before }: AskedFigures,
  { network, source, device, hour }: FiguresFilter,
): Promise<TrafficFigures> {
  const [fromMs, untilMs] = [startOfDayMs((before ?? span).from), startOfDayMs(addDays(span.to, 1))]
  const starts = span.buckets.map(({ from }) => from)
  const weekHour = hour === undefined ? null : weekHourOf(hour)
  const values = [
    profileId,
    fromMs,
    untilMs,
    starts,
    network ?? null,
    source ?? null,
    device ?? null,
    weekHour,
  ]
  const { rows } = await db.query<Answer>({ ...(network === undefined ? ALL : BY_NETWORK), values })
  const answer = rows[0]!
  return {
    total: sumsOf(answer, true),
    buckets: pointsOf(span, answer.buckets),
    breakdown: breakdownOf(answer.counts ?? []),
    heat: Array.from({ length: 7 }, (_day, weekday) =>
      HOURS.map((hourOfDay) => answer.hours?.[weekday * HOURS.length + hourOfDay] ?? 0),
    ),
    before: before && sumsOf(answer, false),
    position: answer.position ?? '0',
    subscriptions: { active: 0, converted: 0 },
  }
}
