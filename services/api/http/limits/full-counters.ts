import { LRUCache } from 'lru-cache'

/** Cache of full counters: a flood over its quota costs one query a second, not one a call. */
export interface FullCounters {
  find(key: string): Date | undefined
  add(key: string, windowEnd: Date): void
  forget(key: string): void
}

/** Short, because another process may refund meanwhile. */
const FRESH_MS = 1_000
const REMEMBERED_MAX = 10_000

export function createFullCounters({
  now,
  monotonicMs,
}: {
  readonly now: () => Date
  readonly monotonicMs: () => number
}): FullCounters {
  const windowEnds = new LRUCache<string, Date>({
    max: REMEMBERED_MAX,
    // An entry is stale when it is older than the ttl, not when it is as old.
    ttl: FRESH_MS - 1,
    // Reads the clock each time; by default a timer decides when.
    ttlResolution: 0,
    perf: { now: monotonicMs },
  })
  return {
    find: (key) => {
      const windowEnd = windowEnds.get(key)
      return windowEnd === undefined || windowEnd <= now() ? undefined : windowEnd
    },
    add: (key, windowEnd) => void windowEnds.set(key, windowEnd),
    forget: (key) => void windowEnds.delete(key),
  }
}
