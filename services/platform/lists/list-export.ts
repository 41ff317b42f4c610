import type { Response } from 'express'
import { CSV_TYPE } from '@app/contracts/api/call-parts.ts'
import { type CsvRow, BYTE_ORDER_MARK, csvLine } from '@app/contracts/csv.ts'
import { createTurns, DOWNLOAD_TURNS, sendDownload, whileAllowed } from '../http/turns.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Ctx } from '../ctx.ts'

interface ExportedList {
  readonly accountId: string
  /** The file is named after it and the day. */
  readonly name: string
  readonly head: CsvRow
  readonly pages: AsyncGenerator<readonly CsvRow[]>
}

interface Exporting extends Pick<Ctx, 'now'> {
  readonly log: Pick<Ctx['log'], 'warn'>
  readonly accessControl: Pick<Ctx['accessControl'], 'principal'>
}

export type ListExports = ReturnType<typeof createListExports>

/** Sends one list at a time. */
export function createListExports(deps: Exporting) {
  const inTurn = createTurns(DOWNLOAD_TURNS)
  return {
    /** @throws Refusal unavailable, and what the first page throws, while nothing is sent yet */
    send: (response: Response, list: ExportedList): Promise<void> =>
      inTurn(list.accountId, response, (ending) => sendList(deps, response, list, ending)),
  }
}

async function sendList(
  { now, log, accessControl }: Exporting,
  response: Response,
  { name, head, pages }: ExportedList,
  signal: AbortSignal,
): Promise<void> {
  const lines = csvOf(head, pages)
  // Before the headers, so that an error of the first page still gets a status.
  const first = await lines.next()
  const download = { name, extension: 'csv', type: `${CSV_TYPE}; charset=utf-8`, at: now(), log }
  await sendDownload(response, download, async () => {
    const { authorization } = response.req.headers
    const rest = whileAllowed(lines, () => accessControl.principal('admin', authorization))
    await pipeline(Readable.from(resumed(first, rest)), response, { signal })
  })
}

async function* resumed<Page>(
  first: IteratorResult<Page, unknown>,
  rest: AsyncGenerator<Page>,
): AsyncGenerator<Page> {
  if (first.done !== true) yield first.value
  yield* rest
}

/** A chunk a page; the head comes with the first one. */
async function* csvOf(head: CsvRow, pages: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  let before = BYTE_ORDER_MARK + csvLine(head)
  for await (const page of pages) {
    yield before + page.map(csvLine).join('')
    before = ''
  }
  if (before !== '') yield before
}

export const dayOf = (instant: string): string => dayInSantiago(Date.parse(instant))
