import type { Log } from './log.ts'

const WINDOW_BYTES_MAX = 256 * 1024
const GROWTH = 8

/** Calls back with the bytes that contain a record, and its offset in them. */
export type Located = <Answer>(record: number, use: (bytes: Buffer, at: number) => Answer) => Answer

/** Reads records of the file, with read-ahead for consecutive ones. */
export function openLogReader(log: Log): Located {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return (record, use) => {
    const [position, end] = [log.records.position(record), log.endOf(record)]
    const windowEnd = start + window.length
    if (position < start || end > windowEnd) {
      // Reads separate records one by one, and consecutive ones in growing chunks.
      const isNext = window.length > 0 && position <= windowEnd && position >= start
      const chunkBytes = isNext ? Math.min(WINDOW_BYTES_MAX, window.length * GROWTH) : 0
      window = log.read(position, Math.max(end - position, chunkBytes))
      start = position
    }
    return use(window, position - start)
  }
}
