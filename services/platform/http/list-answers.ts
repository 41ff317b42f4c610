import type { Request, Response } from 'express'
import { CSV_TYPE } from '@app/contracts/api/call-parts.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { type CsvRow, BYTE_ORDER_MARK, csvLine } from '@app/contracts/csv.ts'
import {
  cursorOf,
  placeOfCursor,
  type KeysetRequest,
  type KeysetPage,
  type ListPlace,
} from '@app/projections/lists/list-pages.ts'
import type { Ctx } from '../ctx.ts'
import { createDownloads, whileAllowed } from './downloads.ts'

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

interface ExportedList {
  readonly accountId: string
  readonly name: string
  readonly head: CsvRow
  readonly pages: AsyncGenerator<readonly CsvRow[]>
}

interface Exporting extends Pick<Ctx, 'now'> {
  readonly log: Pick<Ctx['log'], 'warn'>
  readonly accessControl: Pick<Ctx['accessControl'], 'principal'>
}

export type ListExports = ReturnType<typeof createListExports>

export function createListExports(deps: Exporting) {
  const download = createDownloads(deps)
  return {
    /** @throws Refusal unavailable, and what the first page throws, while nothing is sent yet */
    send: (response: Response, { accountId, name, head, pages }: ExportedList): Promise<void> => {
      const { authorization } = response.req.headers
      const stillReads = () => deps.accessControl.principal('admin', authorization)
      const file = { accountId, name, extension: 'csv', type: `${CSV_TYPE}; charset=utf-8` }
      return download(response, file, whileAllowed(csvOf(head, pages), stillReads))
    },
  }
}

async function* csvOf(head: CsvRow, pages: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  let before = BYTE_ORDER_MARK + csvLine(head)
  for await (const page of pages) {
    yield before + page.map(csvLine).join('')
    before = ''
  }
  if (before !== '') yield before
}

export const dayOf = (instant: string): string => dayInSantiago(Date.parse(instant))
