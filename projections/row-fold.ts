import type { BuildTransaction } from './projection.ts'

/** Read models that keep one row a subject: load the rows a batch touches, fold in memory, write them back in bulk. */
export interface RowFold<Row extends object, Fact> {
  readonly table: string
  /** Column of the primary key, a text or uuid. */
  readonly key: keyof Row & string
  readonly columns: readonly (keyof Row & string)[]
  readonly keyOf: (fact: Fact) => string
  /** The row after a fact; undefined removes it. Throws when the fact cannot follow the row. */
  readonly evolve: (row: Row | undefined, fact: Fact) => Row | undefined
}

export async function foldRows<Row extends object, Fact>(
  tx: BuildTransaction,
  fold: RowFold<Row, Fact>,
  facts: readonly Fact[],
): Promise<void> {
  const keys = [...new Set(facts.map(fold.keyOf))]
  const loaded = await tx.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${fold.table} t where ${fold.key}::text = any($1)`,
    [keys],
  )
  const rows = new Map<string, Row | undefined>(loaded.map(({ row }) => [String(row[fold.key]), row]))
  for (const fact of facts) rows.set(fold.keyOf(fact), fold.evolve(rows.get(fold.keyOf(fact)), fact))
  const kept = [...rows.values()].filter((row) => row !== undefined)
  const removed = keys.filter((key) => rows.get(key) === undefined)
  if (removed.length > 0)
    await tx.query(`delete from ${fold.table} where ${fold.key}::text = any($1)`, [removed])
  if (kept.length === 0) return
  const changed = fold.columns.filter((column) => column !== fold.key)
  await tx.query(
    `insert into ${fold.table} (${fold.columns.join(', ')})
     select ${fold.columns.join(', ')} from jsonb_populate_recordset(null::${fold.table}, $1)
     on conflict (${fold.key}) do update set ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(kept)],
  )
}
