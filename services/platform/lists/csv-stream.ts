import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { BYTE_ORDER_MARK, csvLine, type CsvRow } from '@app/contracts/csv.ts'

/** A chunk a page; the head comes with the first one. */
export async function* csvOf(head: CsvRow, pages: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  let before = BYTE_ORDER_MARK + csvLine(head)
  for await (const page of pages) {
    yield before + page.map(csvLine).join('')
    before = ''
  }
  if (before !== '') yield before
}

/** Chunk by chunk, as fast as the receiver takes it. @throws what a chunk throws, or why the receiver ended early */
export const sendChunks = (to: Writable, chunks: AsyncIterable<string>, signal: AbortSignal): Promise<void> =>
  pipeline(Readable.from(chunks), to, { signal })

export const dayOf = (instant: string): string => dayInSantiago(Date.parse(instant))
