import { withConnection } from '@app/services/platform/postgres/connection.ts'

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** All rows of all tables of a database, as text. */
export const contentsOf = (databaseUrl: string): Promise<ReadonlyMap<string, readonly string[]>> =>
  withConnection(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES)
    const contents = new Map<string, readonly string[]>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      contents.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return contents
  })
