import {
  COUNT_COLUMNS,
  countColumn,
  DAY_COUNTS,
  HOURS,
  TRAFFIC_KINDS,
  type Dimension,
} from '@app/contracts/traffic/kinds.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import { type Fact, SUM_COLUMNS, SUMS } from './tables.ts'
import { visitorDayKeyOf, type JudgedFact, type Rejudged, type VisitorDay } from './judge.ts'

export const IS_ENGAGED = 'visits > 0 and clicks + downloads > 0'

const dayOfVisitor = (wanted: 'max' | 'min', of: string, condition: string): string =>
  `(select ${wanted}(o.day) from traffic_visitor_days o where o.profile_id = ${of}.profile_id
    and o.visitor_id = ${of}.visitor_id and o.day ${wanted === 'max' ? '<' : '>'} ${of}.day and ${condition})`
const beforeOf = (condition: string): string =>
  `case when ${condition} then coalesce(${dayOfVisitor('max', 'd', condition)}, '-infinity') end`
const WITH_FORMER = `d.profile_id, d.visitor_id, d.day, d.visits, d.clicks, d.downloads,
  ${beforeOf('visits > 0')} as visit_before, ${beforeOf(IS_ENGAGED)} as engaged_before`

const KEYS = `keys as (select * from unnest($1::uuid[], $2::uuid[], $3::date[], $4::int[], $5::int[], $6::int[])
    k (profile_id, visitor_id, day, visits, clicks, downloads))`
/** A join by a row's place has one plan, also while the table is empty. */
const placeOf = (key: string, day = `${key}.day`): string => `(select ctid from traffic_visitor_days
    where (profile_id, visitor_id, day) = (${key}.profile_id, ${key}.visitor_id, ${day}))`

/** Days of visitors and the days after them, whose former days may change. */
const NEAR = `select distinct d.* from keys k cross join lateral (
    values (k.day), (${dayOfVisitor('min', 'k', 'visits > 0')}), (${dayOfVisitor('min', 'k', IS_ENGAGED)})) n (day)
  join traffic_visitor_days d on d.ctid = ${placeOf('k', 'n.day')}`

/** Answers how the days near these were before. */
const VISITOR_DAYS = `with ${KEYS}, before as (${NEAR}), emptied as (
    delete from traffic_visitor_days where ctid = any (array(
      select ${placeOf('k')} from keys k where visits + clicks + downloads = 0))
  ), written as (
    insert into traffic_visitor_days select ${WITH_FORMER} from keys d where visits + clicks + downloads > 0
    on conflict (profile_id, visitor_id, day) do update
    set ${SUMS.map((sum) => `${sum} = excluded.${sum}`).join(', ')}
  )
  select coalesce(json_agg(b), '[]')::text as rows from before b`

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

const ofTaps = ['hour', 'source', 'referrer', 'device'].map(
  (column) => `case when reason is null and kind = 'tap' then ${column} end as ${column}`,
)
const excluded = TRAFFIC_KINDS.map((kind) => `case when kind = '${kind}' then reason end as excluded_${kind}`)
/** Null where the column does not count a fact; `offset 0` below computes each of them once. */
const COUNTED = `profile_id, day, n, case when reason is null then kind end as counted, app as shared,
  case when reason is null then network end as network, ${[...ofTaps, ...excluded].join(',\n  ')}`

const COUNTS = [
  ...TRAFFIC_KINDS.map((kind, nth) => sum(SUMS[nth]!, `counted = '${kind}'`)),
  ...HOURS.map((hour) => sum(countColumn('hour', hour), `hour = ${hour}`)),
  ...(Object.keys(DAY_COUNTS) as Dimension[]).flatMap((dimension) =>
    DAY_COUNTS[dimension].map((value) =>
      sum(countColumn(dimension, value), `${dimension.replace('-', '_')} = '${value}'`),
    ),
  ),
]

/** @param facts and visitorDays relations with `n`: 1 adds the row to its day, -1 takes it out again */
export const daysFrom = (facts: string, visitorDays: string): string => `
  insert into traffic_days as d (profile_id, day, ${[...SUM_COLUMNS, ...COUNT_COLUMNS].join(', ')})
  select profile_id, day, ${SUM_COLUMNS.map((name) => `coalesce(${name}, 0)`).join(', ')},
    ${COUNT_COLUMNS.map((name) => `nullif(${name}, 0)`).join(', ')}
  from (select profile_id, day, ${COUNTS.join(',\n    ')} from (select ${COUNTED} from ${facts} offset 0) f group by 1, 2) f
  full join (select profile_id, day, ${PEOPLE.join(', ')} from ${visitorDays} group by 1, 2) v using (profile_id, day)`

const rowsOf = (table: string, json: string): string => `json_populate_recordset(null::${table}, ${json})`
const changed = (table: string, now: string, before: string): string =>
  `(select *, 1 as n from ${now} union all select *, -1 from ${rowsOf(table, before)}) t`
const plus = (name: string): string => `coalesce(d.${name}, 0) + coalesce(excluded.${name}, 0)`

/** Corrects former days, and adds what changed of facts and visitors. */
const DAYS = `with ${KEYS}, near as materialized (select ${WITH_FORMER} from (${NEAR}) d), corrected as (
    update traffic_visitor_days v set visit_before = b.visit_before, engaged_before = b.engaged_before from near b
    where v.ctid = ${placeOf('b')}
      and (v.visit_before, v.engaged_before) is distinct from (b.visit_before, b.engaged_before)
  )
  ${daysFrom(
    changed('traffic_facts', rowsOf('traffic_facts', '$7'), '$8'),
    changed('traffic_visitor_days', 'near', '$9'),
  )}
  on conflict (profile_id, day) do update set ${[
    ...SUM_COLUMNS.map((name) => `${name} = ${plus(name)}`),
    ...COUNT_COLUMNS.map((name) => `${name} = nullif(${plus(name)}, 0)`),
  ].join(', ')}`

const NO_COUNTS = { tap: 0, click: 0, download: 0, share: 0 }

function countsOf(days: readonly VisitorDay[], facts: readonly JudgedFact[]) {
  const counts = new Map(days.map((key) => [visitorDayKeyOf(key), { ...key, ...NO_COUNTS }]))
  for (const fact of facts) {
    const counted = fact.reason === null ? counts.get(visitorDayKeyOf(fact)) : undefined
    if (counted !== undefined) counted[fact.kind] += 1
  }
  return [...counts.values()]
}

const COLUMNS = ['profile_id', 'visitor_id', 'day', 'tap', 'click', 'download'] as const

/** Writes days of visitors, and adds what that changes to the days of profiles. @param judged all facts of these days */
export async function computeDays(
  tx: BuildTransaction,
  days: readonly VisitorDay[],
  judged: readonly JudgedFact[],
  { added, rejudged }: { readonly added: readonly Fact[]; readonly rejudged: readonly Rejudged<Fact>[] },
): Promise<void> {
  const counts = countsOf(days, judged)
  const keys = COLUMNS.map((column) => counts.map((one) => one[column]))
  const [before] = await tx.query<{ rows: string }>(VISITOR_DAYS, keys)
  const asBefore = rejudged.map((fact) => ({ ...fact, reason: fact.before }))
  const changes = [[...added, ...rejudged], asBefore].map((rows) => JSON.stringify(rows))
  await tx.query(DAYS, [...keys, ...changes, before!.rows])
}
