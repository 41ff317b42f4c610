import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, csvLine, type CsvRow } from '@app/contracts/csv.ts'

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
