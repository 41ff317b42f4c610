import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { RowSeals } from '@app/services/kernel/models/row-seals.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createKysely } from '@app/services/platform/postgres/tables/database.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'

export interface ListPlace {
  readonly value: number
  readonly id: string
}

export interface KeysetRequest<Column extends string> {
  readonly by: Column
  readonly isDescending: boolean
  readonly after: ListPlace | undefined
  readonly limit: number
}

export interface KeysetPage<Row> {
  readonly rows: readonly Row[]
  readonly next: ListPlace | undefined
  readonly total: number
}

interface Order {
  readonly value: string | RawBuilder<unknown>
  readonly id: string
  readonly idType: 'text' | 'uuid' | 'bigint'
}

/** The rows after a position, one more than the page has: it shows whether there is a next page. */
export function pageAfter<DB, TB extends keyof DB, Output>(
  rows: SelectQueryBuilder<DB, TB, Output>,
  { value, id, idType }: Order,
  { after, isDescending, limit }: Omit<KeysetRequest<string>, 'by'>,
): SelectQueryBuilder<DB, TB, Output> {
  const direction = isDescending ? 'desc' : 'asc'
  const ordered = typeof value === 'string' ? sql.ref(value) : value
  const place = sql`(${ordered}, ${sql.ref(id)})`
  const isAfter = ({ value: at, id: of }: ListPlace) =>
    sql<boolean>`${place} ${isDescending ? sql`<` : sql`>`} (${at}::bigint, ${of}::${sql.raw(idType)})`
  const rest = after === undefined ? rows : rows.where(isAfter(after))
  return rest
    .orderBy(ordered, direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit + 1)
}

const ID = /^[\w-]{1,60}$/
const VALUE = /^-?\d{1,15}$/
const SEPARATOR = ' '

const GONE = 'Esa página de la lista no existe. Vuelve a la primera.'

/** Opaque to clients: its content may change with any version. */
export const cursorOf = (sort: string, { value, id }: ListPlace): string =>
  Buffer.from([sort, value, id].join(SEPARATOR)).toString('base64url')

/** @throws Refusal invalid, also for a position in a list of another order */
export function placeOfCursor(
  cursor: string | undefined,
  sort: string,
  isId: RegExp = ID,
): ListPlace | undefined {
  if (cursor === undefined) return undefined
  const [, value = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(SEPARATOR)
  const place = { value: Number(value), id }
  const isOurs = VALUE.test(value) && isId.test(id) && cursorOf(sort, place) === cursor
  if (!isOurs) throw new Refusal('invalid', GONE, { field: 'after' })
  return place
}

export async function* pagesOf<Row>(
  pageFrom: (after: ListPlace | undefined) => Promise<Omit<KeysetPage<Row>, 'total'>>,
): AsyncGenerator<readonly Row[]> {
  for (let after: ListPlace | undefined; ;) {
    const { rows, next } = await pageFrom(after)
    if (rows.length > 0) yield rows
    if (next === undefined) return
    after = next
  }
}

export function keysetPageOf<Row>(
  selected: readonly Row[],
  limit: number,
  placeOf: (row: Row) => ListPlace,
): Omit<KeysetPage<Row>, 'total'> {
  const rows = selected.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: selected.length > limit && last !== undefined ? placeOf(last) : undefined }
}

interface WordedRow {
  readonly subject: string
  readonly words: string | null
}

export interface OpenedWords<Words> {
  /** Undefined once the person's key is destroyed, and while they are frozen. */
  readonly words: Words | undefined
  readonly isBlocked: boolean
}

export async function openWords<Words>(
  seals: Pick<RowSeals, 'of'>,
  table: string,
  rows: readonly WordedRow[],
): Promise<readonly OpenedWords<Words>[]> {
  const sealer = await seals.of([...new Set(rows.map(({ subject }) => subject))])
  return rows.map(({ subject, words }) => ({
    words: sealer.open({ subject, column: `${table}.words` }, words) as Words | undefined,
    isBlocked: sealer.isBlocked(subject),
  }))
}

interface Rows {
  as(alias: 'f'): unknown
  limit(rows: number): Rows
}

/** A search counts up to `searchCountedMax` + 1, because a short word is in a third of all rows. A million take 0.15 s. */
export async function totalOf(db: ReadDb, rows: Rows, isSearch: boolean): Promise<number> {
  const counted = isSearch ? rows.limit(LIMITS.searchCountedMax + 1) : rows
  const { total } = await createKysely(db)
    .selectFrom(counted.as('f') as never)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
