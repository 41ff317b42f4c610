import type { Log } from './log.ts'
import type { LoggedRecord } from './record-format.ts'

const WINDOW_BYTES_MAX = 256 * 1024
const GROWTH = 8

/** Reads the wire form of records, ahead where they follow one another in the file. */
export function openLogReader(log: Log): (record: LoggedRecord) => Buffer {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return ({ position, wireStart, end }) => {
    const windowEnd = start + window.length
    if (wireStart < start || end > windowEnd) {
      // Records that lie apart are read one by one; a run of neighbours in ever larger bites.
      const isNext = window.length > 0 && position <= windowEnd && wireStart >= start
      const bite = isNext ? Math.min(WINDOW_BYTES_MAX, window.length * GROWTH) : 0
      window = log.read(wireStart, Math.max(end - wireStart, bite))
      start = wireStart
    }
    return window.subarray(wireStart - start, end - start)
  }
}
