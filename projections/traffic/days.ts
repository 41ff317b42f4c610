import { isDeepStrictEqual } from 'node:util'
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
import { daysNear, withFormer, type Days, type StoredDay } from './former-days.ts'
import { visitorDayKeyOf, type JudgedFact, type Rejudged, type VisitorDay } from './judge.ts'

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

/** Along keys, so that it sorts little. @param facts and visitorDays: `n` is 1 to add the row, -1 to take it out */
export const daysFrom = (facts: string, visitorDays: string): string => `
  insert into traffic_days as d (profile_id, day, ${[...SUM_COLUMNS, ...COUNT_COLUMNS].join(', ')})
  select profile_id, day, ${SUM_COLUMNS.map((name) => `coalesce(${name}, 0)`).join(', ')},
    ${COUNT_COLUMNS.map((name) => `nullif(${name}, 0)`).join(', ')}
  from (select profile_id, day, ${COUNTS.join(',\n    ')}
    from (select ${COUNTED} from ${facts} order by profile_id offset 0) f group by 1, 2) f
  full join (select profile_id, day, ${PEOPLE.join(', ')}
    from (select * from ${visitorDays} order by profile_id) v group by 1, 2) v using (profile_id, day)`

const FACT = `profile_id uuid, day date, hour int, kind text, network text, app text, source text, referrer text,
  device text, reason text`
const PERSON = 'profile_id uuid, day date, visit_before date, engaged_before date'

/** Equal rows are one, with their number: a card's facts of an hour are much alike. */
function changeOf(columns: string, now: readonly object[], before: readonly object[]): string {
  const names = columns.split(/,\s+/).map((column) => column.split(' ')[0]!)
  const counts = new Map<string, number>()
  const add = (row: object, n: number): void => {
    const text = JSON.stringify(row, names)
    counts.set(text, (counts.get(text) ?? 0) + n)
  }
  for (const row of now) add(row, 1)
  for (const row of before) add(row, -1)
  return `[${[...counts].flatMap(([text, n]) => (n === 0 ? [] : `${text.slice(0, -1)},"n":${n}}`)).join()}]`
}

const plus = (name: string): string => `coalesce(d.${name}, 0) + coalesce(excluded.${name}, 0)`

/** Writes days of visitors, and adds what changed of facts and visitors. */
const DAYS = `with written as (
    insert into traffic_visitor_days select * from json_populate_recordset(null::traffic_visitor_days, $1)
    on conflict (profile_id, visitor_id, day) do update
    set ${[...SUMS, 'visit_before', 'engaged_before'].map((name) => `${name} = excluded.${name}`).join(', ')}
  )
  ${daysFrom(`json_to_recordset($2) f (${FACT}, n int)`, `json_to_recordset($3) v (${PERSON}, n int)`)}
  on conflict (profile_id, day) do update set ${[
    ...SUM_COLUMNS.map((name) => `${name} = ${plus(name)}`),
    ...COUNT_COLUMNS.map((name) => `${name} = nullif(${plus(name)}, 0)`),
  ].join(', ')}`

const SUM_OF = { tap: 'visits', click: 'clicks', download: 'downloads' } as const

/** Days counted from all their facts, among those stored near them. */
function counted(touched: readonly VisitorDay[], facts: readonly JudgedFact[], stored: Days): Days {
  const days = new Map<string, StoredDay>()
  for (const { profile_id, visitor_id, day } of touched) {
    const key = visitorDayKeyOf({ profile_id, visitor_id, day })
    days.set(key, { ...stored.get(key), profile_id, visitor_id, day, visits: 0, clicks: 0, downloads: 0 })
  }
  for (const { kind, reason, ...fact } of facts) {
    const day = days.get(visitorDayKeyOf(fact))
    if (day !== undefined && reason === null && kind !== 'share') day[SUM_OF[kind]] += 1
  }
  return new Map([...stored, ...days])
}

/** Writes days of visitors, and adds what that changes to the days of profiles. @param judged all facts of these days */
export async function computeDays(
  tx: BuildTransaction,
  touched: readonly VisitorDay[],
  judged: readonly JudgedFact[],
  { added, rejudged }: { readonly added: readonly Fact[]; readonly rejudged: readonly Rejudged<Fact>[] },
): Promise<void> {
  const stored = await daysNear(tx, touched)
  const now = withFormer(counted(touched, judged, stored))
  const written = now.filter((row) => !isDeepStrictEqual(row, stored.get(visitorDayKeyOf(row))))
  const asBefore = rejudged.map((fact) => ({ ...fact, reason: fact.before }))
  const facts = changeOf(FACT, [...added, ...rejudged], asBefore)
  await tx.query(DAYS, [JSON.stringify(written), facts, changeOf(PERSON, now, [...stored.values()])])
}
