import type { JsonValue } from '@app/contracts/event-store.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import type { BuildTransaction } from './projection.ts'
import type { SealedPlace } from '../row-seals.ts'

/**
 * Read models that keep one row a subject: load the rows a batch touches, fold in memory, write them back in bulk. Each row
 * has all columns of its table.
 */
export interface RowFold<Row extends object, Fact> {
  readonly table: string
  /** Column of the primary key. */
  readonly key: keyof Row & string
  readonly keyType: 'text' | 'uuid'
  readonly keyOf: (fact: Fact) => string
  /** Columns whose values are personal text: the fold sees it decrypted, the table holds it sealed. */
  readonly sealed?: {
    readonly columns: readonly (keyof Row & string)[]
    readonly subjectOf: (key: string) => string
  }
  /** The row after a fact; undefined removes it. Throws when the fact cannot follow the row. */
  readonly evolve: (row: Row | undefined, fact: Fact) => Row | undefined
}

/** A text that is no UUID is the key of no row, and PostgreSQL would refuse the query. */
const uuidsAmong = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => LOWER_CASE_UUID.test(key))

/** Rows by their keys: casts the keys, not the column, so that its index is used. */
const byKeys = ({ key, keyType }: { readonly key: string; readonly keyType: string }): string =>
  `${key} = any($1::${keyType}[])`

/** @returns the rows that it wrote */
export async function foldRows<Row extends object, Fact>(
  tx: BuildTransaction,
  fold: RowFold<Row, Fact>,
  facts: readonly Fact[],
): Promise<readonly Row[]> {
  const keys = [...new Set(facts.map(fold.keyOf))]
  const sealing = await sealingOf(tx, fold, keys)
  const found = await tx.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${fold.table} t where ${byKeys(fold)}`,
    [fold.keyType === 'uuid' ? uuidsAmong(keys) : keys],
  )
  const loaded = found.map(({ row }) => ({ row: sealing.opened(row) }))
  const before = new Map(loaded.map(({ row }) => [String(row[fold.key]), row]))
  const rows = new Map<string, Row | undefined>(before)
  for (const fact of facts) rows.set(fold.keyOf(fact), fold.evolve(rows.get(fold.keyOf(fact)), fact))
  const kept = [...rows.values()].filter((row) => row !== undefined)
  const gone = [...before.keys()].filter((key) => rows.get(key) === undefined)
  await remove(tx, fold, gone)
  await write(tx, fold, kept.map(sealing.sealed))
  return kept
}

interface Sealing<Row> {
  readonly opened: (row: Row) => Row
  readonly sealed: (row: Row) => Row
}

const AS_IT_IS = { opened: <Row>(row: Row): Row => row, sealed: <Row>(row: Row): Row => row }

/** Null is sealed as null. */
async function sealingOf<Row extends object>(
  { seals }: BuildTransaction,
  { table, key, sealed }: Pick<RowFold<Row, never>, 'table' | 'key' | 'sealed'>,
  keys: readonly string[],
): Promise<Sealing<Row>> {
  if (sealed === undefined) return AS_IT_IS
  if (seals === undefined) throw new Error(`${table} has nothing to be sealed with`)
  const sealer = await seals.of(keys.map(sealed.subjectOf))
  const withColumns = (row: Row, of: (place: SealedPlace, value: unknown) => unknown): Row => {
    const subject = sealed.subjectOf(String(row[key]))
    const changed = sealed.columns.map((column) => [
      column,
      row[column] === null ? null : of({ subject, column: `${table}.${column}` }, row[column]),
    ])
    return { ...row, ...(Object.fromEntries(changed) as Partial<Row>) }
  }
  return {
    opened: (row) => withColumns(row, (place, value) => sealer.open(place, value as string) ?? null),
    sealed: (row) => withColumns(row, (place, value) => sealer.seal(place, value as JsonValue)),
  }
}

type Keyed<Row extends object> = Pick<RowFold<Row, never>, 'table' | 'key' | 'keyType'>

async function remove<Row extends object>(
  tx: BuildTransaction,
  fold: Keyed<Row>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await tx.query(`delete from ${fold.table} where ${byKeys(fold)}`, [keys])
}

async function write<Row extends object>(
  tx: BuildTransaction,
  { table, key }: Keyed<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  // Sorted, so that a fold has one text, whichever way its first row was made.
  const columns = Object.keys(rows[0]!).sort()
  const changed = columns.filter((column) => column !== key)
  await tx.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)
     on conflict (${key}) do update set ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(rows)],
  )
}
