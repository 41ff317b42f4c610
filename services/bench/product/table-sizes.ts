import type pg from 'pg'

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
