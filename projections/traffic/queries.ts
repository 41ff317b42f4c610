import type { Bucket, Span } from '@app/contracts/ranges.ts'
import type { ReadDb } from '../read-db.ts'

export interface TrafficSums {
  readonly visits: number
  readonly clicks: number
  readonly downloads: number
  readonly uniques: number
  readonly engaged: number
}

export interface TrafficFigures {
  readonly total: TrafficSums
  readonly buckets: readonly (Omit<TrafficSums, 'engaged'> & { readonly period: string })[]
  /** By dimension (`network`, `source`, `excluded-tap`, …), then by value. */
  readonly breakdown: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The first day on which anything was counted or excluded, if there is one. */
export async function firstTrafficDay(db: ReadDb, profileId: string): Promise<string | null> {
  const { rows } = await db.query<{ day: string | null }>(
    `select least(
       (select min(day) from read.traffic_days where profile_id = $1),
       (select min(day) from read.traffic_breakdown where profile_id = $1))::text as day`,
    [profileId],
  )
  return rows[0]?.day ?? null
}

interface Answer {
  readonly total: TrafficSums
  readonly buckets: readonly Omit<TrafficSums, 'engaged'>[] | null
  readonly breakdown:
    readonly { readonly dimension: string; readonly value: string; readonly count: number }[] | null
}

/** One statement, so that all figures are of one moment and add up. */
const FIGURES = `
with bucket as (select * from unnest($4::date[], $5::date[]) with ordinality b(first, last, n))
select
  (select json_build_object(
     'visits', coalesce(sum(visits), 0), 'clicks', coalesce(sum(clicks), 0), 'downloads', coalesce(sum(downloads), 0),
     'uniques', (select coalesce(sum(visitors), 0) from read.traffic_uniques
                 where profile_id = $1 and day between $2 and $3 and previous < $2),
     'engaged', (select coalesce(sum(visitors), 0) from read.traffic_engaged
                 where profile_id = $1 and day between $2 and $3 and previous < $2))
   from read.traffic_days where profile_id = $1 and day between $2 and $3) as total,
  (select json_agg(json_build_object(
     'visits', coalesce(d.visits, 0), 'clicks', coalesce(d.clicks, 0), 'downloads', coalesce(d.downloads, 0),
     'uniques', coalesce(u.uniques, 0)) order by b.n)
   from bucket b
   left join (select b.n, sum(visits) as visits, sum(clicks) as clicks, sum(downloads) as downloads
              from bucket b join read.traffic_days d on d.profile_id = $1 and d.day between b.first and b.last
              group by b.n) d on d.n = b.n
   left join (select b.n, sum(visitors) as uniques
              from bucket b join read.traffic_uniques m
                on m.profile_id = $1 and m.day between b.first and b.last and m.previous < b.first
              group by b.n) u on u.n = b.n) as buckets,
  (select json_agg(x) from (select dimension, value, sum(count) as count from read.traffic_breakdown
     where profile_id = $1 and day between $2 and $3 group by dimension, value order by dimension, value) x) as breakdown
`

/** Everything that analytics show of a profile over a span of days. */
export async function trafficFigures(db: ReadDb, profileId: string, span: Span): Promise<TrafficFigures> {
  const { rows } = await db.query<Answer>(FIGURES, [
    profileId,
    span.from,
    span.to,
    span.buckets.map(({ from }) => from),
    span.buckets.map(({ to }) => to),
  ])
  const { total, buckets, breakdown } = rows[0]!
  const grouped: Record<string, Record<string, number>> = {}
  for (const { dimension, value, count } of breakdown ?? [])
    (grouped[dimension] ??= {})[value] = Number(count)
  return {
    total,
    buckets: (buckets ?? []).map((bucket, index) => ({ ...bucket, period: periodOf(span.buckets[index]) })),
    breakdown: grouped,
  }
}

const periodOf = (bucket: Bucket | undefined): string => bucket?.period ?? ''
