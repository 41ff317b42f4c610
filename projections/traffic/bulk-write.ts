import { keyNamesOf, type Column, type Table } from './table.ts'

/** One statement that writes to several tables: a round trip, however many there are. */
export interface BulkWrite {
  readonly text: string
  /** @param items by table, in the order of the tables; none costs nothing */
  valuesOf(items: readonly (readonly object[])[]): readonly unknown[][]
}

/** Lists of lists need not be of one length, as Postgres wants them: they travel as texts. */
const isList = ({ type }: Column): boolean => type.endsWith('[]')

function conflictOf(table: Table, names: readonly string[]): string {
  if (table.onConflict === undefined) return ''
  const key = keyNamesOf(table)
  const sets = names
    .filter((name) => !key.includes(name))
    .map((name) =>
      table.onConflict === 'add' ? `${name} = t.${name} + excluded.${name}` : `${name} = excluded.${name}`,
    )
  return ` on conflict (${key.join(', ')}) do update set ${sets.join(', ')}`
}

function insertOf(table: Table, firstValue: number): string {
  const columns = Object.values(table.columns)
  const names = columns.map(({ name }) => name)
  const values = columns.map((column) => `n.${column.name}${isList(column) ? `::${column.type}` : ''}`)
  const arrays = columns.map(
    (column, index) => `$${firstValue + index}::${isList(column) ? 'text' : column.type}[]`,
  )
  return `insert into ${table.name} as t (${names.join(', ')}) select ${values.join(', ')} from unnest(${arrays.join(', ')}) n(${names.join(', ')})${conflictOf(table, names)}`
}

/** Made once: the text depends on the tables alone, and a connection plans it once. */
export function bulkWrite(tables: readonly Table[]): BulkWrite {
  const properties = tables.map(({ columns }) => Object.keys(columns))
  let next = 1
  const inserts = tables.map((table, index) => {
    const text = insertOf(table, next)
    next += properties[index]!.length
    return `w${index} as (${text})`
  })
  return {
    text: `with ${inserts.join(',\n')}\nselect 1 as written`,
    valuesOf: (items) =>
      properties.flatMap((names, index) =>
        names.map((property) => items[index]!.map((item) => (item as Record<string, unknown>)[property])),
      ),
  }
}
