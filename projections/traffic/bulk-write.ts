import { keyNamesOf, type TableColumn, type Table } from './table.ts'

export interface BulkWrite {
  readonly text: string
  /** @param items one list per table, in the order of the tables */
  valuesOf(items: readonly (readonly object[])[]): readonly unknown[][]
}

/** `unnest` needs inner arrays of equal length, so arrays are passed as text and cast. */
const isList = ({ type }: TableColumn): boolean => type.endsWith('[]')

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

/** Create it once: the text depends only on the tables, so that each connection prepares it once. */
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
