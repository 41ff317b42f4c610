import type pg from 'pg'

const TABLES_MIN = 20

export async function tablesWith(client: pg.ClientBase, text: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  if (rows.length < TABLES_MIN) throw new Error(`only ${rows.length} tables were looked into`)
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(
      `select from ${name} t where strpos(row_to_json(t)::text, $1) > 0 or strpos(row_to_json(t)::text, $2) > 0 limit 1`,
      [text, Buffer.from(text).toString('hex')],
    )
    if (rowCount !== 0) found.push(name)
  }
  return found
}
