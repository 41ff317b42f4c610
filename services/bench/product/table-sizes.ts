import type pg from 'pg'
import type { InformationTable } from '../part.ts'
import { numberText } from '../report/statistics.ts'

export interface TableSize {
  readonly table: string
  /** Including its indexes. */
  readonly bytes: number
  readonly rows: number
}

const SIZES = `
select c.relname as "table", pg_total_relation_size(c.oid) as bytes, greatest(c.reltuples, 0) as rows
from projection.builds b
join pg_namespace n on n.nspname = b.build
join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
where b.state = 'active' and b.projection = any($1)
union all
select 'log.events', pg_total_relation_size('log.events'), greatest(reltuples, 0)
from pg_class where oid = 'log.events'::regclass
order by "table"
`

export async function tableSizes(
  client: pg.Client,
  projections: readonly string[],
): Promise<readonly TableSize[]> {
  const { rows } = await client.query<{ table: string; bytes: string; rows: number }>(SIZES, [projections])
  return rows.map(({ table, bytes, rows: count }) => ({ table, bytes: Number(bytes), rows: Number(count) }))
}

const MILLION = 1_000_000
const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

/** One row a table. For each log its rows, its MiB and its MiB per million events. */
export function sizesTable(
  all: readonly { readonly events: number; readonly tables: readonly TableSize[] }[],
): InformationTable {
  const names = [...new Set(all.flatMap(({ tables }) => tables.map(({ table }) => table)))]
  const cellsOf = (events: number, tables: readonly TableSize[], name: string): readonly string[] => {
    const { bytes, rows } = tables.find(({ table }) => table === name) ?? { bytes: 0, rows: 0 }
    return [numberText(Math.round(rows)), megabytes(bytes), megabytes((bytes * MILLION) / events)]
  }
  return {
    head: [
      'table, with its indexes',
      ...all.flatMap(({ events }) => [`rows, ${numberText(events)}`, 'MiB', 'MiB per million events']),
    ],
    rows: names.map((name) => [name, ...all.flatMap(({ events, tables }) => cellsOf(events, tables, name))]),
  }
}
