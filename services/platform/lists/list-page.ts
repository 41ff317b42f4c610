import type { Request, Response } from 'express'
import type { KeysetRequest, KeysetPage, ListPlace } from '@app/projections/lists/keyset.ts'
import { Refusal } from '@app/contracts/refusals.ts'

type ColumnOf<Sort extends string> = Sort extends `-${infer Column}` ? Column : Sort

interface ListQuery<Sort extends string> {
  readonly sort: Sort
  readonly after?: string | undefined
  readonly limit: number
}

/** @throws Refusal invalid */
export const askedPageOf = <Sort extends string>(
  { sort, after, limit }: ListQuery<Sort>,
  isId?: RegExp,
): KeysetRequest<ColumnOf<Sort>> => ({
  by: sort.replace(/^-/, '') as ColumnOf<Sort>,
  isDescending: sort.startsWith('-'),
  after: placeOfCursor(after, sort, isId),
  limit,
})

function nextAddress({ originalUrl }: Request, after: string, dropped: readonly string[]): string {
  const { pathname, searchParams } = new URL(originalUrl, 'http://localhost')
  for (const name of dropped) searchParams.delete(name)
  searchParams.set('after', after)
  return `${pathname}?${searchParams.toString()}`
}

interface Answered {
  readonly request: Request
  readonly response: Response
}

/** @param dropped parameters that only the first page has */
export function linkNextPage(
  { request, response }: Answered,
  sort: string,
  next: ListPlace | undefined,
  dropped: readonly string[] = [],
): void {
  if (next !== undefined)
    response.setHeader('Link', `<${nextAddress(request, cursorOf(sort, next), dropped)}>; rel="next"`)
}

export function rowsOf<Row>(answered: Answered, sort: string, { rows, next, total }: KeysetPage<Row>): Row[] {
  answered.response.setHeader('Total-Count', String(total))
  linkNextPage(answered, sort, next)
  return [...rows]
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
