import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import type { causesOf } from './causes.ts'
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
  /** The first event that is judged differently and can bear on the row. */
  readonly since: Position | null
}

interface Compared {
  readonly builds: TwoBuilds
  readonly pairsMax: number
  readonly causes: ReturnType<typeof causesOf>
}

interface ComparedTable {
  readonly compared: TableComparison
  /** How many of the differing rows have a first event. */
  readonly explained: number
  readonly pairs: readonly RowPair[]
}

/** Row by row only where the checksums differ, because that takes several times as long. */
export async function compareTable(
  client: pg.PoolClient,
  table: string,
  { builds, pairsMax, causes }: Compared,
): Promise<ComparedTable> {
  const [a, b] = [await sumOf(client, builds.live, table), await sumOf(client, builds.fresh, table)]
  const sums = { rows: a.rows, freshRows: b.rows, checksum: a.checksum, freshChecksum: b.checksum }
  if (a.rows === b.rows && a.checksum === b.checksum)
    return { compared: { table, ...sums, differing: 0 }, explained: 0, pairs: [] }
  const difference = await tableDifferenceOf(client, table, builds)
  const { from, key } = difference
  const withSince = await causes(table, difference)
  const counted = await client.query<{ differing: string; explained: string }>(
    `select count(*) as differing, count(since) as explained from (${withSince(
      (columns) =>
        `select null::bigint as n, null::jsonb as live, null::jsonb as fresh${columns} from ${from}`,
    )}) rows`,
  )
  const { rows: pairs } = await client.query<Omit<RowPair, 'table' | 'since'> & { since: string | null }>(
    `select live, fresh, since from (${withSince(
      (columns) =>
        `(select row_number() over (order by ${key}) as n, to_jsonb(a.whole) as live, to_jsonb(b.whole) as fresh${columns}
          from ${from} order by ${key} limit $1)`,
    )}) rows order by n`,
    [pairsMax],
  )
  return {
    compared: { table, ...sums, differing: Number(counted.rows[0]?.differing) },
    explained: Number(counted.rows[0]?.explained),
    pairs: pairs.map(({ live, fresh, since }) => ({
      table,
      live,
      fresh,
      since: since === null ? null : positionOf(since),
    })),
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
