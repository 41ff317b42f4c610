import type { FindById, RememberedRecord } from './commit-check.ts'
import type { Log } from './log.ts'
import { openLogReader } from './log-reader.ts'
import { idAt, streamAt } from './record-format.ts'

/** The real server's size: 8 MiB for ids and their records. */
const CACHE_BYTES_MAX = 8 * 1024 * 1024
const ENTRY_BYTES = 16 + 4 + 8
const BYTES_PER_CHARACTER = 2

export interface KnownIds {
  readonly remember: (id: string, stream: string, record: number) => void
  readonly find: FindById
}

/** A cache of ids of this run, which evicts the oldest, and is empty after a restart. */
export function createIdCache(bytesMax = CACHE_BYTES_MAX): KnownIds {
  const cache = new Map<string, RememberedRecord>()
  // By age. Finding the first entry of a map would be slow after many deletions.
  let ids: string[] = []
  let [oldest, bytes] = [0, 0]
  const sizeOf = (stream: string): number => ENTRY_BYTES + stream.length * BYTES_PER_CHARACTER
  const forgetOldest = (): void => {
    const id = ids[oldest++]!
    bytes -= sizeOf(cache.get(id)!.stream)
    cache.delete(id)
    if (2 * oldest < ids.length) return
    ids = ids.slice(oldest)
    oldest = 0
  }
  return {
    find: (id) => cache.get(id),
    remember: (id, stream, record) => {
      const before = cache.get(id)
      if (before === undefined) ids.push(id)
      bytes += sizeOf(stream) - (before === undefined ? 0 : sizeOf(before.stream))
      cache.set(id, { stream, record })
      while (bytes > bytesMax) forgetOldest()
    },
  }
}

/** Searches all ids of the log, as a server without eviction would. */
export function findEverywhere(log: Log): FindById {
  const all = new Map<string, RememberedRecord>()
  const located = openLogReader(log)
  let known = 0
  return (id) => {
    for (; known < log.records.count(); known++) {
      const record = known
      located(record, (bytes, at) => all.set(idAt(bytes, at), { stream: streamAt(bytes, at), record }))
    }
    return all.get(id)
  }
}
