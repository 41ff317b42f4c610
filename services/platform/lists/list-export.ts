import type { Response } from 'express'
import { CSV_TYPE } from '@app/contracts/api/call-parts.ts'
import { type CsvRow, BYTE_ORDER_MARK, csvLine } from '@app/contracts/csv.ts'
import { createDownloads, whileAllowed } from '../http/turns.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Ctx } from '../ctx.ts'

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
