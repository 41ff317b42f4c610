import { sql, type SelectQueryBuilder } from 'kysely'

/** A row's place in an ordered list: what it is sorted by, and its id where others have the same. */
export interface ListPlace {
  readonly value: number
  readonly id: string
}

export interface AskedPage<Column extends string> {
  readonly by: Column
  readonly isDescending: boolean
  /** The last row of the page before. */
  readonly after: ListPlace | undefined
  readonly limit: number
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Undefined at the end of the list. */
  readonly next: ListPlace | undefined
  /** Of all pages. */
  readonly total: number
}

/** The rows after a place, one more than the page has: it tells whether there is a next page. */
export function pageAfter<DB, TB extends keyof DB, Output>(
  rows: SelectQueryBuilder<DB, TB, Output>,
  { value, id, idType }: { readonly value: string; readonly id: string; readonly idType: 'text' | 'uuid' },
  { after, isDescending, limit }: Omit<AskedPage<string>, 'by'>,
): SelectQueryBuilder<DB, TB, Output> {
  const direction = isDescending ? 'desc' : 'asc'
  const place = sql`(${sql.ref(value)}, ${sql.ref(id)})`
  const isAfter = ({ value: at, id: of }: ListPlace) =>
    sql<boolean>`${place} ${isDescending ? sql`<` : sql`>`} (${at}::bigint, ${of}::${sql.raw(idType)})`
  const rest = after === undefined ? rows : rows.where(isAfter(after))
  return rest
    .orderBy(sql.ref(value), direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit + 1)
}

/** @param found as `pageAfter` selects them */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => ListPlace,
): Omit<ListPage<Row>, 'total'> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : undefined }
}
