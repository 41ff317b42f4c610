import { ZONE } from '@app/contracts/calendar.ts'
import type pg from 'pg'

/** What the dashboard shows of a profile, as a product without read models would ask its log for it. */
export interface RawFigures {
  readonly visits: number
  readonly uniques: number
  readonly clicks: number
  readonly downloads: number
  /** By network. */
  readonly networks: Readonly<Record<string, number>>
  readonly months: readonly {
    readonly period: string
    readonly visits: number
    readonly uniques: number
    readonly clicks: number
    readonly downloads: number
  }[]
}

/** Such a product would have at least this; the log of ours does without. */
export const RAW_INDEX = `create index on log.events ((data ->> 'profileId'))`

const SUMS = `
  count(*) filter (where type = 'ProfileTapped') as visits,
  count(distinct visitor) filter (where type = 'ProfileTapped') as uniques,
  count(*) filter (where type = 'LinkClicked') as clicks,
  count(*) filter (where type = 'ContactDownloaded') as downloads`

/** The events are looked up once for all figures. Nothing is judged: robots and repeated taps count like anybody. */
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

interface Row {
  readonly total: Omit<RawFigures, 'networks' | 'months'>
  readonly networks: RawFigures['networks'] | null
  readonly months: RawFigures['months'] | null
}

/** All figures of one profile over all time, out of the events themselves. */
export async function rawFigures(client: pg.Client | pg.Pool, profileId: string): Promise<RawFigures> {
  const { rows } = await client.query<Row>(FIGURES, [profileId])
  const { total, networks, months } = rows[0]!
  return { ...total, networks: networks ?? {}, months: months ?? [] }
}
