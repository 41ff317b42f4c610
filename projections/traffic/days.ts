import { COUNT_COLUMNS, countColumn, DAY_COUNTS, HOURS } from '@app/contracts/traffic/kinds.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import { type Fact, SUM_COLUMNS, SUMS } from './tables.ts'
import { columnsOf, KEYS, type VisitorDay } from './judge.ts'

const count = (name: string, condition: string): string => `count(*) filter (where ${condition}) as ${name}`

const IS_ENGAGED = 'visits > 0 and clicks + downloads > 0'
const VISITOR_SUMS = ['tap', 'click', 'download']
  .map((kind, nth) => count(SUMS[nth]!, `kind = '${kind}'`))
  .join(', ')

const VISITOR_DAYS = `with sums as (
    select k.*, f.* from ${KEYS}
    cross join lateral (select ${VISITOR_SUMS} from traffic_facts t
      where t.profile_id = k.profile_id and t.visitor_id = k.visitor_id and t.day = k.day
        and t.is_judged and t.reason is null) f
  ), emptied as (
    delete from traffic_visitor_days v using sums s
    where (v.profile_id, v.visitor_id, v.day) = (s.profile_id, s.visitor_id, s.day)
      and s.visits + s.clicks + s.downloads = 0
  )
  insert into traffic_visitor_days (profile_id, visitor_id, day, ${SUMS.join(', ')})
  select * from sums where visits + clicks + downloads > 0
  on conflict (profile_id, visitor_id, day) do update
  set ${SUMS.map((sum) => `${sum} = excluded.${sum}`).join(', ')}`

const dayOfVisitor = (wanted: 'max' | 'min', of: string, condition: string): string =>
  `(select ${wanted}(o.day) from traffic_visitor_days o where o.profile_id = ${of}.profile_id
    and o.visitor_id = ${of}.visitor_id and o.day ${wanted === 'max' ? '<' : '>'} ${of}.day and ${condition})`
const beforeOf = (condition: string): string =>
  `case when ${condition} then coalesce(${dayOfVisitor('max', 'd', condition)}, '-infinity') end`

/** Days of visitors, and the days after them, whose former days may change with them. */
const NEAR = `select distinct d.* from ${KEYS}
  cross join lateral (values (k.day), (${dayOfVisitor('min', 'k', 'visits > 0')}),
    (${dayOfVisitor('min', 'k', IS_ENGAGED)})) n (day)
  join traffic_visitor_days d on (d.profile_id, d.visitor_id, d.day) = (k.profile_id, k.visitor_id, n.day)`
const NEAR_DAYS = `select coalesce(json_agg(d), '[]')::text as rows from (${NEAR}) d`

const FORMER_DAYS = `update traffic_visitor_days v set visit_before = b.visit, engaged_before = b.engaged
  from (select d.*, ${beforeOf('visits > 0')} as visit, ${beforeOf(IS_ENGAGED)} as engaged from (${NEAR}) d) b
  where (v.profile_id, v.visitor_id, v.day) = (b.profile_id, b.visitor_id, b.day)
    and (v.visit_before, v.engaged_before) is distinct from (b.visit, b.engaged)`

const EARLIER =
  'over (partition by profile_id, visitor_id order by day rows between unbounded preceding and 1 preceding)'
const beforeWithin = (condition: string): string =>
  `case when ${condition} then coalesce(max(day) filter (where ${condition}) ${EARLIER}, '-infinity') end`

export const ALL_VISITOR_DAYS = `insert into traffic_visitor_days
  select *, ${beforeWithin('visits > 0')}, ${beforeWithin(IS_ENGAGED)} from (
    select profile_id, visitor_id, day, ${VISITOR_SUMS} from traffic_facts
    where is_judged and reason is null group by profile_id, visitor_id, day) d
  order by profile_id, day`

const sum = (name: string, condition: string): string => `sum(n) filter (where ${condition}) as ${name}`

/** Counted from a Monday: `extract` computes with numerics, which is slow. */
const WEEK = `day - (day - date '1970-01-05') % 7`
const MONTH = 'day - (extract(day from day)::int - 1)'
const peopleBefore = (column: string, names: readonly string[]): readonly string[] =>
  [`${column} is not null`, `${column} < ${WEEK}`, `${column} < ${MONTH}`, `${column} = '-infinity'`].map(
    (condition, nth) => sum(names[nth]!, condition),
  )
const PEOPLE = [
  ...peopleBefore('visit_before', SUM_COLUMNS.slice(3, 7)),
  ...peopleBefore('engaged_before', SUM_COLUMNS.slice(7, 11)),
]

/** Columns that are null in a fact which they do not count; `offset 0` below has each of them computed once. */
const COUNTED = `profile_id, day, n, case when reason is null then kind end as counted,
  case when reason is null then network end as network, app, kind || '_' || reason as excluded,
  ${['hour', 'source', 'referrer', 'device'].map((of) => `case when reason is null and kind = 'tap' then ${of} end as ${of}`).join(', ')}`

const COUNTS = [
  ...['tap', 'click', 'download'].map((kind, nth) => sum(SUMS[nth]!, `counted = '${kind}'`)),
  ...HOURS.map((hour) => sum(countColumn('hour', hour), `hour = ${hour}`)),
  ...(['network', 'source', 'referrer', 'device'] as const).flatMap((dimension) =>
    DAY_COUNTS[dimension].map((value) => sum(countColumn(dimension, value), `${dimension} = '${value}'`)),
  ),
  ...(['tap', 'click', 'download'] as const).flatMap((kind) =>
    DAY_COUNTS[`excluded-${kind}`].map((reason) =>
      sum(countColumn(`excluded-${kind}`, reason), `excluded = '${kind}_${reason}'`),
    ),
  ),
  ...DAY_COUNTS.shared.map((app) => sum(countColumn('shared', app), `app = '${app}'`)),
]

const ALL_COLUMNS = [...SUM_COLUMNS, ...COUNT_COLUMNS]

const daysFrom = (facts: string, visitorDays: string): string => `
  insert into traffic_days as d (profile_id, day, ${ALL_COLUMNS.join(', ')})
  select profile_id, day, ${SUM_COLUMNS.map((name) => `coalesce(${name}, 0)`).join(', ')},
    ${COUNT_COLUMNS.map((name) => `nullif(${name}, 0)`).join(', ')}
  from (select profile_id, day, ${COUNTS.join(',\n    ')} from (select ${COUNTED} from ${facts} offset 0) f group by 1, 2) f
  full join (select profile_id, day, ${PEOPLE.join(', ')} from ${visitorDays} group by 1, 2) v using (profile_id, day)`

const all = (table: string): string => `(select *, 1 as n from ${table}) t`
export const ALL_DAYS = daysFrom(all('traffic_facts'), all('traffic_visitor_days'))

/** Rows as they are now, and as they were before. */
const changed = (table: string, now: string, before: string): string =>
  `(select *, 1 as n from json_populate_recordset(null::${table}, ${now})
    union all select *, -1 from json_populate_recordset(null::${table}, ${before})) t`
const added = (name: string): string => `coalesce(d.${name}, 0) + coalesce(excluded.${name}, 0)`
const DAYS = `${daysFrom(changed('traffic_facts', '$1', '$2'), changed('traffic_visitor_days', '$3', '$4'))}
  on conflict (profile_id, day) do update set ${[
    ...SUM_COLUMNS.map((name) => `${name} = ${added(name)}`),
    ...COUNT_COLUMNS.map((name) => `${name} = nullif(${added(name)}, 0)`),
  ].join(', ')}`

export const distinct = <Key>(keys: readonly Key[], keyOf: (key: Key) => string): readonly Key[] => [
  ...new Map(keys.map((key) => [keyOf(key), key])).values(),
]

/**
 * Computes days of visitors from their facts, and adds what has changed to the days that these are of.
 * @param now facts that are new or count otherwise, and `before` the latter as they counted
 */
export async function computeDays(
  tx: BuildTransaction,
  ofVisitors: readonly VisitorDay[],
  { now, before }: { readonly now: readonly Fact[]; readonly before: readonly Fact[] },
): Promise<void> {
  const keys = columnsOf(ofVisitors)
  const nearDays = async () => (await tx.query<{ readonly rows: string }>(NEAR_DAYS, keys))[0]!.rows
  const daysBefore = await nearDays()
  await tx.query(VISITOR_DAYS, keys)
  await tx.query(FORMER_DAYS, keys)
  await tx.query(DAYS, [JSON.stringify(now), JSON.stringify(before), await nearDays(), daysBefore])
}
