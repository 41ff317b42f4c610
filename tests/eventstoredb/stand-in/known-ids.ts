import type { LoggedRecord } from './record-format.ts'

/** As the real server's: 8 MiB for ids, and the places they stand for. */
const CACHE_BYTES_MAX = 8 * 1024 * 1024
const ENTRY_BYTES = 16 + 4 + 8
const BYTES_PER_CHARACTER = 2

export interface KnownIds {
  readonly remember: (record: LoggedRecord) => void
  readonly find: (id: string) => LoggedRecord | undefined
}

/** A cache of ids of this run: the oldest give way to new ones, and a restart forgets all. */
export function createIdCache(bytesMax = CACHE_BYTES_MAX): KnownIds {
  const cache = new Map<string, LoggedRecord>()
  let bytes = 0
  const sizeOf = ({ stream }: LoggedRecord): number => ENTRY_BYTES + stream.length * BYTES_PER_CHARACTER
  const forget = (record: LoggedRecord): void => {
    cache.delete(record.id)
    bytes -= sizeOf(record)
  }
  return {
    find: (id) => cache.get(id),
    remember: (record) => {
      const before = cache.get(record.id)
      if (before !== undefined) forget(before)
      cache.set(record.id, record)
      bytes += sizeOf(record)
      for (const oldest of cache.values()) {
        if (bytes <= bytesMax) break
        forget(oldest)
      }
    },
  }
}

/** Every id of the log, however old: what a server that never forgets would know. */
export function findEverywhere(records: readonly LoggedRecord[]): (id: string) => LoggedRecord | undefined {
  const all = new Map<string, LoggedRecord>()
  let known = 0
  return (id) => {
    for (; known < records.length; known++) all.set(records[known]!.id, records[known]!)
    return all.get(id)
  }
}
