import type { Log } from './log.ts'

const WINDOW_BYTES_MAX = 256 * 1024
const GROWTH = 8

/** Where a record lies in some bytes. */
export type Located = <Answer>(record: number, look: (bytes: Buffer, at: number) => Answer) => Answer

/** Reads records of the file, ahead where they follow one another. */
export function openLogReader(log: Log): Located {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return (record, look) => {
    const [position, end] = [log.records.position(record), log.endOf(record)]
    const windowEnd = start + window.length
    if (position < start || end > windowEnd) {
      // Records that lie apart are read one by one; a run of neighbours in ever larger bites.
      const isNext = window.length > 0 && position <= windowEnd && position >= start
      const bite = isNext ? Math.min(WINDOW_BYTES_MAX, window.length * GROWTH) : 0
      window = log.read(position, Math.max(end - position, bite))
      start = position
    }
    return look(window, position - start)
  }
}
