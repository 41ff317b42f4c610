import { LRUCache } from 'lru-cache'
import { withTimeout } from './with-timeout.ts'

/** A value is never older than `freshMs`, unless the source fails or takes longer than `staleAfterMs`. */
export interface SharedCache<Value> {
  get(key: string): Promise<Value>
  /** The next `get` queries the source; the last known value is its fallback. */
  forget(key: string): void
  /** As `forget`, of every key. */
  forgetAll(): void
  /** As `forget`, without the last known value as fallback. */
  outdate(key: string): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly at: number
  /** Orders values also within one millisecond. */
  readonly lookUpNumber: number
}

export interface SharedCacheOptions<Value> {
  readonly freshMs: number
  readonly max: number
  readonly monotonicMs: () => number
  /** After this time the last known value is answered. Without this limit, failures are thrown. */
  readonly staleAfterMs?: number
  /** Prevents unknown keys, which callers choose, from evicting known values. */
  readonly isWorthKeeping?: (value: Value) => boolean
}

interface LastKnown<Value> {
  readonly known: { readonly value: Value } | undefined
  readonly lookUpNumber: number
}

/** Concurrent misses of one key share one look-up; a failure is not cached. */
export function createSharedCache<Value>(
  { freshMs, max, monotonicMs, staleAfterMs, isWorthKeeping = () => true }: SharedCacheOptions<Value>,
  lookUp: (key: string) => Promise<Value>,
): SharedCache<Value> {
  const fresh = new LRUCache<string, Entry<Value>>({ max })
  const lastKnown = createLastKnown(max, isWorthKeeping)
  let lookUps = 0

  function remember(key: string, value: Value, lookUpNumber: number): void {
    if (!lastKnown.replace(key, value, lookUpNumber)) return
    // Callers got the stale value meanwhile; the late one replaces it.
    const entry = fresh.get(key)
    if (entry?.lookUpNumber === lookUpNumber) fresh.set(key, { ...entry, value: Promise.resolve(value) })
  }

  async function lookUpOrStale(key: string, lookUpNumber: number): Promise<Value> {
    const pending = lookUp(key).then((value) => {
      if (staleAfterMs !== undefined) remember(key, value, lookUpNumber)
      return value
    })
    const known = lastKnown.find(key)
    if (staleAfterMs === undefined || known === undefined) return pending
    return valueOr(known.value, pending, staleAfterMs)
  }

  return {
    forget: (key) => void fresh.delete(key),
    forgetAll: () => fresh.clear(),
    outdate: (key) => {
      fresh.delete(key)
      lookUps += 1
      lastKnown.drop(key, lookUps)
    },
    get: (key) => {
      const at = monotonicMs()
      const entry = fresh.get(key)
      if (entry !== undefined && at - entry.at < freshMs) return entry.value
      lookUps += 1
      const lookUpNumber = lookUps
      const value = lookUpOrStale(key, lookUpNumber)
      fresh.set(key, { value, at, lookUpNumber })
      value.catch(() => {
        if (fresh.get(key)?.lookUpNumber === lookUpNumber) fresh.delete(key)
      })
      return value
    },
  }
}

/** Answers the known value if the look-up fails or takes longer. */
const valueOr = <Value>(known: Value, pending: Promise<Value>, timeoutMs: number): Promise<Value> =>
  withTimeout(
    pending.catch(() => known),
    timeoutMs,
    () => known,
  )

/** The newest value of each key by the order in which look-ups began. */
function createLastKnown<Value>(max: number, isWorthKeeping: (value: Value) => boolean) {
  const entries = new LRUCache<string, LastKnown<Value>>({ max })
  return {
    find: (key: string) => entries.get(key)?.known,
    /** False if a later look-up has answered, or the key was dropped after this one began. */
    replace: (key: string, value: Value, lookUpNumber: number): boolean => {
      if ((entries.get(key)?.lookUpNumber ?? 0) > lookUpNumber) return false
      if (isWorthKeeping(value)) entries.set(key, { known: { value }, lookUpNumber })
      else entries.delete(key)
      return true
    },
    drop: (key: string, lookUpNumber: number) => void entries.set(key, { known: undefined, lookUpNumber }),
  }
}
