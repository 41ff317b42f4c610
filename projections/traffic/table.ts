export interface TableColumn {
  readonly name: string
  readonly type: 'bigint' | 'date' | 'int' | 'int[]' | 'text' | 'uuid'
  readonly isNullable?: true
  readonly collation?: 'C'
  readonly read?: (stored: string) => unknown
}
export type TableColumns = Readonly<Record<string, TableColumn>>

export interface Table {
  readonly name: string
  readonly columns: TableColumns
  readonly key: readonly string[]
  readonly fillfactor: number
  /** If absent, an existing row is an error. */
  readonly onConflict?: 'replace' | 'add'
}

const ddlOf = ({ name, type, isNullable, collation }: TableColumn): string =>
  `${name} ${type}${collation === undefined ? '' : ` collate "${collation}"`}${isNullable ? '' : ' not null'}`

export const keyNamesOf = ({ columns, key }: Table): readonly string[] =>
  key.map((property) => columns[property]!.name)

export function createTable(table: Table): string {
  const columns = Object.values(table.columns).map(ddlOf)
  const primaryKey = `primary key (${keyNamesOf(table).join(', ')})`
  return `create table ${table.name} (\n  ${[...columns, primaryKey].join(',\n  ')}\n) with (fillfactor = ${table.fillfactor});`
}

export const selectList = (columns: TableColumns, alias: string): string =>
  Object.entries(columns)
    .map(([property, { name }]) => `${alias}.${name} as "${property}"`)
    .join(', ')

export const jsonObject = (columns: TableColumns, alias: string): string =>
  `json_build_object(${Object.entries(columns)
    .map(([property, { name }]) => `'${property}', ${alias}.${name}`)
    .join(', ')})`

/** Converts the rows in place: there may be very many. */
export function itemsOf<Item>({ columns }: Table, rows: readonly Record<string, unknown>[]): readonly Item[] {
  const readers = Object.entries(columns).flatMap(([property, { read }]) =>
    read === undefined ? [] : [{ property, read }],
  )
  for (const row of rows) {
    for (const { property, read } of readers) row[property] = read(row[property] as string)
  }
  return rows as readonly Item[]
}
