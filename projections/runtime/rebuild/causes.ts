import type pg from 'pg'
import type { EventTable } from '../projection.ts'
import { tableDifferenceOf, type TableDifference, type TwoBuilds } from './difference.ts'

/** Adds `since` to differing rows. @param rows their SQL, with further columns; the first ones are `n, live, fresh` */
export type WithSince = (rows: (columns: string) => string) => string

/** Answers for each table how its rows are explained. Collects the events that are judged differently once. */
export function causesOf(client: pg.PoolClient, events: EventTable | undefined, builds: TwoBuilds) {
  let collecting: Promise<void> | undefined
  return async (table: string, difference: TableDifference): Promise<WithSince> => {
    if (events === undefined) return (rows) => rows(', null::bigint as since')
    if (table === events.table) return (rows) => rows(`, ${difference.either('position')} as since`)
    await (collecting ??= collect(client, events, builds))
    return firstBefore(await columnsOf(client, `"${builds.live}"."${table}"`), events, difference)
  }
}

async function collect(
  client: pg.PoolClient,
  { table, sharedBy }: EventTable,
  builds: TwoBuilds,
): Promise<void> {
  const { from, either } = await tableDifferenceOf(client, table, builds)
  await client.query(
    `create temporary table judged_differently on commit drop as
     select ${sharedBy.map((column) => `${either(column)} as ${column}, `).join('')}
       (to_timestamp(${either('at')} / 1000.0) at time zone 'America/Santiago')::date as day,
       ${either('position')} as position
     from ${from}`,
  )
}

async function columnsOf(client: pg.PoolClient, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ attname: string }>(
    'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0',
    [table],
  )
  return new Set(rows.map(({ attname }) => attname))
}

/** One sort of rows and events together, however many there are of either. */
function firstBefore(
  columns: ReadonlySet<string>,
  { sharedBy }: EventTable,
  { either }: TableDifference,
): WithSince {
  const shared = sharedBy.filter((column) => columns.has(column))
  const row = [
    ...shared.map((column) => `${either(column)} as ${column}`),
    `${lastDayOf(columns, either)} as day`,
  ]
  const window = `${shared.length > 0 ? `partition by ${shared.join(', ')} ` : ''}order by day`
  return (rows) => `
    select n, live, fresh, since from (
      select *, min(position) over (${window}) as since from (
        ${rows(`, ${row.join(', ')}, null::bigint as position`)}
        union all
        select null, null, null, ${[...shared, 'day', 'position'].join(', ')} from pg_temp.judged_differently
      ) both_kinds
    ) ordered where position is null`
}

/** An event of a later day cannot bear on the row. */
function lastDayOf(columns: ReadonlySet<string>, either: TableDifference['either']): string {
  if (columns.has('day')) return either('day')
  if (columns.has('month')) return `(${either('month')} + interval '1 month' - interval '1 day')::date`
  return `'infinity'::date`
}
