import { LRUCache } from 'lru-cache'
import { withTimeout } from './with-timeout.ts'

/** What was looked up a moment ago: bounded, and never older than `freshMs` unless the source fails. */
export interface SharedCache<Value> {
  get(key: string): Promise<Value>
  /** The next to ask is answered anew; with what was known where the source cannot be reached. */
  forget(key: string): void
  /** What was known is wrong: nobody is answered with it any more, not even then. */
  outdate(key: string): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly at: number
  /** Which question it answers: the later is the newer, also within one millisecond. */
  readonly look: number
}

export interface SharedCacheOptions<Value> {
  readonly freshMs: number
  readonly max: number
  /** A clock that nobody sets: only its differences mean something. */
  readonly monotonicMs: () => number
  /** Answer with the last known value while the source cannot be reached, and how long to wait for the source. */
  readonly staleAfterMs?: number
  /** Whether a last value is worth a place among those; callers choose keys, and could fill it with what is not there. */
  readonly isWorthKeeping?: (value: Value) => boolean
}

/** A last answer; without one, all that was asked before is wrong. */
interface Known<Value> {
  readonly answer: { readonly value: Value } | undefined
  readonly look: number
}

/** Many callers of one key share one look-up. */
export function createSharedCache<Value>(
  { freshMs, max, monotonicMs, staleAfterMs, isWorthKeeping = () => true }: SharedCacheOptions<Value>,
  lookUp: (key: string) => Promise<Value>,
): SharedCache<Value> {
  const fresh = new LRUCache<string, Entry<Value>>({ max })
  const good = new LRUCache<string, Known<Value>>({ max })
  let looks = 0

  function remember(key: string, value: Value, look: number): void {
    if ((good.get(key)?.look ?? 0) > look) return
    if (isWorthKeeping(value)) good.set(key, { answer: { value }, look })
    else good.delete(key)
    // Nobody is told what is old once the answer is there, however late it came.
    const entry = fresh.get(key)
    if (entry?.look === look) fresh.set(key, { ...entry, value: Promise.resolve(value) })
  }

  async function lookUpOrStale(key: string, look: number): Promise<Value> {
    const looking = lookUp(key).then((value) => {
      if (staleAfterMs !== undefined) remember(key, value, look)
      return value
    })
    const known = good.get(key)?.answer
    if (staleAfterMs === undefined || known === undefined) return looking
    return withTimeout(
      looking.catch(() => known.value),
      staleAfterMs,
      () => known.value,
    )
  }

  return {
    forget: (key) => void fresh.delete(key),
    outdate: (key) => {
      fresh.delete(key)
      looks += 1
      good.set(key, { answer: undefined, look: looks })
    },
    get: (key) => {
      const at = monotonicMs()
      const entry = fresh.get(key)
      if (entry !== undefined && at - entry.at < freshMs) return entry.value
      looks += 1
      const look = looks
      const value = lookUpOrStale(key, look)
      fresh.set(key, { value, at, look })
      // A failure is not remembered: the next caller asks again.
      value.catch(() => {
        if (fresh.get(key)?.look === look) fresh.delete(key)
      })
      return value
    },
  }
}
