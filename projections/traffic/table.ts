/** How one property of the stored items lies in a column. */
export interface Column {
  readonly name: string
  readonly type: 'bigint' | 'date' | 'int' | 'int[]' | 'text' | 'uuid'
  readonly isNullable?: true
  readonly collation?: 'C'
  /** Makes the property's value of what the driver answers; absent where they are the same. */
  readonly read?: (stored: string) => unknown
}
/** By property, in the order of the columns. */
export type Columns = Readonly<Record<string, Column>>

/** A table whose rows are items: says once how they are created, written and read. */
export interface Table {
  readonly name: string
  readonly columns: Columns
  /** Properties of the primary key. */
  readonly key: readonly string[]
  readonly fillfactor: number
  /** What happens to a row that is there already; none may be there where nothing is said. */
  readonly onConflict?: 'replace' | 'add'
}

const ddlOf = ({ name, type, isNullable, collation }: Column): string =>
  `${name} ${type}${collation === undefined ? '' : ` collate "${collation}"`}${isNullable ? '' : ' not null'}`

export const keyNamesOf = ({ columns, key }: Table): readonly string[] =>
  key.map((property) => columns[property]!.name)

export function createTable(table: Table): string {
  const columns = Object.values(table.columns).map(ddlOf)
  const primaryKey = `primary key (${keyNamesOf(table).join(', ')})`
  return `create table ${table.name} (\n  ${[...columns, primaryKey].join(',\n  ')}\n) with (fillfactor = ${table.fillfactor});`
}

/** A select list that answers the columns under the names of their properties. */
export const selectList = (columns: Columns, alias: string): string =>
  Object.entries(columns)
    .map(([property, { name }]) => `${alias}.${name} as "${property}"`)
    .join(', ')

/** SQL of a JSON object of the columns, under the names of their properties. */
export const jsonObject = (columns: Columns, alias: string): string =>
  `json_build_object(${Object.entries(columns)
    .map(([property, { name }]) => `'${property}', ${alias}.${name}`)
    .join(', ')})`

/** Makes items of rows that were selected by `selectList`: in place, as there may be very many. */
export function itemsOf<Item>({ columns }: Table, rows: readonly Record<string, unknown>[]): readonly Item[] {
  const readers = Object.entries(columns).flatMap(([property, { read }]) =>
    read === undefined ? [] : [{ property, read }],
  )
  for (const row of rows) {
    for (const { property, read } of readers) row[property] = read(row[property] as string)
  }
  return rows as readonly Item[]
}
