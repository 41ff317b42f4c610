import { ZONE } from '@app/contracts/calendar.ts'
import type pg from 'pg'

/** The dashboard's figures of a profile, as a product without read models would query its log for them. */
export interface RawFigures {
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
export const MAKE_RAW_INDEX = `create index bench_profile on log.events ((data ->> 'profileId'))`

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

export async function rawFigures(db: pg.Pool, profileId: string): Promise<RawFigures> {
  const { rows } = await db.query<Row>(FIGURES, [profileId])
  const { total, networks, months } = rows[0]!
  return { ...total, networks, months }
}
