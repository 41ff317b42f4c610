import { LRUCache } from 'lru-cache'

/** Counters that were full a moment ago: a flood over its quota costs one query a second, not one a call. */
export interface KnownRefusals {
  /** When the counter's window ends; undefined where it is not known to be full. */
  find(key: string): Date | undefined
  add(key: string, windowEnd: Date): void
  /** Called after a refund. */
  forget(key: string): void
}

/** Short, as another process may refund something meanwhile. */
const FRESH_MS = 1_000
const REMEMBERED_MAX = 10_000

/** It only refuses: what it lets through is still counted in the database. */
export function createKnownRefusals({
  now,
  monotonicMs,
}: {
  readonly now: () => Date
  readonly monotonicMs: () => number
}): KnownRefusals {
  const windowEnds = new LRUCache<string, Date>({
    max: REMEMBERED_MAX,
    // Stale is what is older than this, not what is as old.
    ttl: FRESH_MS - 1,
    // Read the clock each time: by default a timer says when to read it again.
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
