import { LRUCache } from 'lru-cache'
import { withTimeout } from './with-timeout.ts'

/** Values of a source by key: bounded, and never older than `freshMs` unless the source fails. */
export interface SharedCache<Value> {
  get(key: string): Promise<Value>
  /** The next `get` asks the source; where that fails it answers with the last known value. */
  forget(key: string): void
  /** The last known value is wrong: no later `get` answers with it, even where the source fails. */
  outdate(key: string): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly at: number
  /** Number of the look-up, which orders values also within one millisecond. */
  readonly lookUpNumber: number
}

export interface SharedCacheOptions<Value> {
  readonly freshMs: number
  readonly max: number
  /** Monotonic clock. */
  readonly monotonicMs: () => number
  /** How long to wait for the source before answering with the last known value; without it, failures are thrown. */
  readonly staleAfterMs?: number
  /** Whether to keep a value as the last known one: callers choose the keys, and could evict all with unknown ones. */
  readonly isWorthKeeping?: (value: Value) => boolean
}

/** The last known value, or the mark of `outdate` that look-ups begun before are wrong. */
interface LastKnown<Value> {
  readonly known: { readonly value: Value } | undefined
  readonly lookUpNumber: number
}

/** Concurrent misses of one key share one look-up. */
export function createSharedCache<Value>(
  { freshMs, max, monotonicMs, staleAfterMs, isWorthKeeping = () => true }: SharedCacheOptions<Value>,
  lookUp: (key: string) => Promise<Value>,
): SharedCache<Value> {
  const fresh = new LRUCache<string, Entry<Value>>({ max })
  const lastKnown = new LRUCache<string, LastKnown<Value>>({ max })
  let lookUps = 0

  function remember(key: string, value: Value, lookUpNumber: number): void {
    if ((lastKnown.get(key)?.lookUpNumber ?? 0) > lookUpNumber) return
    if (isWorthKeeping(value)) lastKnown.set(key, { known: { value }, lookUpNumber })
    else lastKnown.delete(key)
    // A late value replaces the stale one that callers were answered with meanwhile.
    const entry = fresh.get(key)
    if (entry?.lookUpNumber === lookUpNumber) fresh.set(key, { ...entry, value: Promise.resolve(value) })
  }

  async function lookUpOrStale(key: string, lookUpNumber: number): Promise<Value> {
    const pending = lookUp(key).then((value) => {
      if (staleAfterMs !== undefined) remember(key, value, lookUpNumber)
      return value
    })
    const known = lastKnown.get(key)?.known
    if (staleAfterMs === undefined || known === undefined) return pending
    return withTimeout(
      pending.catch(() => known.value),
      staleAfterMs,
      () => known.value,
    )
  }

  return {
    forget: (key) => void fresh.delete(key),
    outdate: (key) => {
      fresh.delete(key)
      lookUps += 1
      lastKnown.set(key, { known: undefined, lookUpNumber: lookUps })
    },
    get: (key) => {
      const at = monotonicMs()
      const entry = fresh.get(key)
      if (entry !== undefined && at - entry.at < freshMs) return entry.value
      lookUps += 1
      const lookUpNumber = lookUps
      const value = lookUpOrStale(key, lookUpNumber)
      fresh.set(key, { value, at, lookUpNumber })
      // A failure is not cached.
      value.catch(() => {
        if (fresh.get(key)?.lookUpNumber === lookUpNumber) fresh.delete(key)
      })
      return value
    },
  }
}
