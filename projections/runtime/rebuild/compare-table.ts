import type pg from 'pg'

export interface TableComparison {
  readonly table: string
  /** In the live build. */
  readonly rows: number
  readonly freshRows: number
  /** Over all rows, in any order. */
  readonly checksum: string
  readonly freshChecksum: string
  /** A changed row counts once. */
  readonly differing: number
}

/** One row in both builds. Null: it is missing there. */
export interface RowPair {
  readonly table: string
  readonly live: object | null
  readonly fresh: object | null
}

interface Compared {
  readonly live: string
  readonly fresh: string
  readonly pairsMax: number
}

/** Row by row only where the checksums differ, because that takes several times as long. */
export async function compareTable(
  client: pg.PoolClient,
  table: string,
  { live, fresh, pairsMax }: Compared,
): Promise<TableComparison & { readonly pairs: readonly RowPair[] }> {
  const [one, other] = [`"${live}"."${table}"`, `"${fresh}"."${table}"`]
  const [a, b] = [await sumOf(client, one), await sumOf(client, other)]
  const compared = {
    table,
    rows: a.rows,
    freshRows: b.rows,
    checksum: a.checksum,
    freshChecksum: b.checksum,
  }
  if (a.rows === b.rows && a.checksum === b.checksum) return { ...compared, differing: 0, pairs: [] }
  const keys = await keysOf(client, one)
  const joined = `${sideOf(one, keys)} a full join ${sideOf(other, keys)} b using (${keys.names})
    where a.as_text is distinct from b.as_text`
  const count = await client.query<{ n: string }>(`select count(*) as n from ${joined}`)
  const { rows: pairs } = await client.query<Omit<RowPair, 'table'>>(
    `select to_jsonb(a.whole) as live, to_jsonb(b.whole) as fresh from ${joined} order by ${keys.names} limit $1`,
    [pairsMax],
  )
  return {
    ...compared,
    differing: Number(count.rows[0]?.n),
    pairs: pairs.map((pair) => ({ table, ...pair })),
  }
}

async function sumOf(client: pg.PoolClient, table: string) {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum from ${table} t`,
  )
  return { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' }
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
