/** One table as rows are written to it in bulk. */
export interface BulkTable {
  readonly name: string
  /** Types by column: names of the rows' properties, and of the table's columns. */
  readonly columns: Readonly<Record<string, string>>
  readonly key: readonly string[]
  /** What happens to a row that is there already; none may be there where nothing is said. */
  readonly onConflict?: 'replace' | 'add'
}

/** One statement that writes to several tables: a round trip, however many there are. */
export interface BulkWrite {
  readonly text: string
  /** @param rows by table, in the order of the tables; none costs nothing */
  valuesOf(rows: readonly (readonly object[])[]): readonly unknown[][]
}

/** Lists of lists need not be of one length, as Postgres wants them: they travel as texts. */
const isList = (type: string): boolean => type.endsWith('[]')

function insertOf(table: BulkTable, firstValue: number): string {
  const { name, key, onConflict } = table
  const columns = Object.entries(table.columns)
  const names = columns.map(([column]) => column).join(', ')
  const values = columns.map(([column, type]) => (isList(type) ? `n.${column}::${type}` : `n.${column}`))
  const arrays = columns.map(([, type], index) => `$${firstValue + index}::${isList(type) ? 'text' : type}[]`)
  const sets = columns
    .filter(([column]) => !key.includes(column))
    .map(([column]) =>
      onConflict === 'add'
        ? `${column} = t.${column} + excluded.${column}`
        : `${column} = excluded.${column}`,
    )
  const conflict =
    onConflict === undefined ? '' : ` on conflict (${key.join(', ')}) do update set ${sets.join(', ')}`
  return `insert into ${name} as t (${names}) select ${values.join(', ')} from unnest(${arrays.join(', ')}) n(${names})${conflict}`
}

/** Made once: the text depends on the tables alone, and a connection plans it once. */
export function bulkWrite(tables: readonly BulkTable[]): BulkWrite {
  const columns = tables.map((table) => Object.keys(table.columns))
  let next = 1
  const inserts = tables.map((table, index) => {
    const text = insertOf(table, next)
    next += columns[index]!.length
    return `w${index} as (${text})`
  })
  return {
    text: `with ${inserts.join(',\n')}\nselect 1 as written`,
    valuesOf: (rows) =>
      columns.flatMap((names, index) =>
        names.map((name) => rows[index]!.map((row) => (row as Record<string, unknown>)[name])),
      ),
  }
}
