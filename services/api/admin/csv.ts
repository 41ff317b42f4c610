import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Without it Excel takes UTF-8 for the old encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What spreadsheets in Spanish expect, where a comma is in numbers. */
const SEPARATOR = ';'
/** Spreadsheets calculate text that begins so, some also where the sign is full-width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** Not text, and not kept by any spreadsheet. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Cs}/gu

export type CsvRow = readonly string[]

/** Always quoted, so that no text can end its cell. */
function cell(text: string): string {
  const plain = text.replaceAll(FORBIDDEN, '')
  return `"${(FORMULA.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`
}

/** Cells are quoted, and none is a formula. */
export const csvLine = (row: CsvRow): string => `${row.map(cell).join(SEPARATOR)}\r\n`

async function* csvOf(head: CsvRow, pages: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head)
  for await (const page of pages) yield page.map(csvLine).join('')
}

/** Page by page, as fast as the receiver takes it. @throws what a page throws, or why the receiver ended early */
export const sendCsv = (
  to: Writable,
  {
    head,
    pages,
    signal,
  }: {
    readonly head: CsvRow
    readonly pages: AsyncIterable<readonly CsvRow[]>
    readonly signal: AbortSignal
  },
): Promise<void> => pipeline(Readable.from(csvOf(head, pages)), to, { signal })
