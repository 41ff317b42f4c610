import { LRUCache } from 'lru-cache'

/** Counters that were full a moment ago: a flood over its quota costs the database one look a second, not one a call. */
export interface KnownRefusals {
  /** When the counter's window ends, where it was full a moment ago. */
  find(key: string): Date | undefined
  add(key: string, windowEnd: Date): void
  /** Something was given back to it. */
  forget(key: string): void
}

/** Short, as another process may have given something back meanwhile: nobody is held off much longer than the database would. */
const FRESH_MS = 1_000
const REMEMBERED_MAX = 10_000

/** Only ever refuses: what is let through is counted in the database, whatever this says. */
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
