import type pg from 'pg'
import { tableDifferenceOf, type TwoBuilds } from './difference.ts'

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
  readonly builds: TwoBuilds
  readonly pairsMax: number
}

interface ComparedTable {
  readonly compared: TableComparison
  readonly pairs: readonly RowPair[]
}

/** Row by row only where the checksums differ, because that takes several times as long. */
export async function compareTable(
  client: pg.PoolClient,
  table: string,
  { builds, pairsMax }: Compared,
): Promise<ComparedTable> {
  const [a, b] = [await sumOf(client, builds.live, table), await sumOf(client, builds.fresh, table)]
  const sums = { rows: a.rows, freshRows: b.rows, checksum: a.checksum, freshChecksum: b.checksum }
  if (a.rows === b.rows && a.checksum === b.checksum)
    return { compared: { table, ...sums, differing: 0 }, pairs: [] }
  const { from, key } = await tableDifferenceOf(client, table, builds)
  const counted = await client.query<{ differing: string }>(`select count(*) as differing from ${from}`)
  const { rows: pairs } = await client.query<Omit<RowPair, 'table'>>(
    `select to_jsonb(a.whole) as live, to_jsonb(b.whole) as fresh from ${from} order by ${key} limit $1`,
    [pairsMax],
  )
  return {
    compared: { table, ...sums, differing: Number(counted.rows[0]?.differing) },
    pairs: pairs.map((pair) => ({ table, ...pair })),
  }
}

async function sumOf(client: pg.PoolClient, build: string, table: string) {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum from "${build}"."${table}" t`,
  )
  return { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' }
}

/** A differing row as data staff read it. */
export interface RowTexts {
  readonly table: string
  /** Columns that are equal, as `name=value`. */
  readonly equal: string
  /** Those that are not. Null: the row is not there. */
  readonly live: string | null
  readonly fresh: string | null
}

const CHARS_MAX = 60
const TAIL_CHARS = 4

export function rowTextsOf({ table, live, fresh }: RowPair): RowTexts {
  const [inUse, made] = [textsOf(live), textsOf(fresh)]
  const equal = inUse?.filter((text) => made?.includes(text)) ?? []
  const rest = (texts: readonly string[] | null): string | null =>
    texts && texts.filter((text) => !equal.includes(text)).join(' ')
  return { table, equal: equal.join(' '), live: rest(inUse), fresh: rest(made) }
}

const textsOf = (row: object | null): readonly string[] | null =>
  row && Object.entries(row).map(([column, value]) => `${column}=${valueText(column, value)}`)

/** Whoever has a visitor's id can read what the visitor left. */
function valueText(column: string, value: unknown): string {
  if (value === null) return '∅'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column === 'visitor_id') return `…${text.slice(-TAIL_CHARS)}`
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text
}
