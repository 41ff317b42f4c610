import type pg from 'pg'

export interface TwoBuilds {
  readonly live: string
  readonly fresh: string
}

/** Rows that differ in two builds, as SQL. */
export interface TableDifference {
  /** A join in which `a.whole` is the row of the live build and `b.whole` that of the other. */
  readonly from: string
  readonly key: string
}

export async function tableDifferenceOf(
  client: pg.PoolClient,
  table: string,
  { live, fresh }: TwoBuilds,
): Promise<TableDifference> {
  const [one, other] = [`"${live}"."${table}"`, `"${fresh}"."${table}"`]
  const keys = await keysOf(client, one)
  return {
    from: `${sideOf(one, keys)} a full join ${sideOf(other, keys)} b using (${keys.names})
      where a.as_text is distinct from b.as_text`,
    key: keys.names,
  }
}

interface Keys {
  readonly select: string
  readonly names: string
}

/** The primary key. Without one, as in a view, the nth of equal rows is the same one in both builds. */
async function keysOf(client: pg.PoolClient, table: string): Promise<Keys> {
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(a.attname) as column
     from pg_index i cross join lateral unnest(i.indkey) with ordinality k(attnum, n)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indisprimary and i.indrelid = $1::regclass order by k.n`,
    [table],
  )
  if (rows.length === 0)
    return {
      select: 'whole::text as row_key, row_number() over (partition by whole::text) as nth',
      names: 'row_key, nth',
    }
  const names = rows.map(({ column }) => column).join(', ')
  return { select: names, names }
}

const sideOf = (table: string, { select }: Keys): string =>
  `(select ${select}, whole, whole::text as as_text from ${table} whole)`
