import type { FindById, RememberedRecord } from './commit-check.ts'
import type { Log } from './log.ts'
import { openLogReader } from './log-reader.ts'
import { idAt, streamAt } from './record-format.ts'

/** As the real server's: 8 MiB for ids, and the places they stand for. */
const CACHE_BYTES_MAX = 8 * 1024 * 1024
const ENTRY_BYTES = 16 + 4 + 8
const BYTES_PER_CHARACTER = 2

export interface KnownIds {
  readonly remember: (id: string, stream: string, record: number) => void
  readonly find: FindById
}

/** A cache of ids of this run: the oldest give way to new ones, and a restart forgets all. */
export function createIdCache(bytesMax = CACHE_BYTES_MAX): KnownIds {
  const cache = new Map<string, RememberedRecord>()
  // By age. A map's own order would do, but finding its first entry takes long after many deletions.
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

/** Every id of the log, however old: what a server that never forgets would know. */
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
