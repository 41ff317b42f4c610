import { inTime } from './in-time.ts'

/** What was looked up a moment ago: bounded, and never older than `freshMs` unless the source fails. */
export interface Recent<Value> {
  get(key: string): Promise<Value>
  /** The next to ask is answered anew. */
  forget(key: string): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly at: number
}

export interface RecentOptions {
  readonly freshMs: number
  readonly max: number
  readonly now: () => Date
  /** Answer with the last known value while the source cannot be reached, and how long to wait for the source. */
  readonly staleAfterMs?: number
}

/** Many callers of one key share one look-up. */
export function createRecent<Value>(
  { freshMs, max, now, staleAfterMs }: RecentOptions,
  lookUp: (key: string) => Promise<Value>,
): Recent<Value> {
  const fresh = new Map<string, Entry<Value>>()
  const good = new Map<string, Value>()

  function remember(key: string, value: Value): void {
    good.delete(key)
    good.set(key, value)
    if (good.size > max) good.delete(good.keys().next().value!)
  }

  async function lookUpOrStale(key: string): Promise<Value> {
    const looking = lookUp(key).then((value) => {
      if (staleAfterMs !== undefined) remember(key, value)
      return value
    })
    if (staleAfterMs === undefined || !good.has(key)) return looking
    const known = good.get(key)!
    return inTime(
      looking.catch(() => known),
      staleAfterMs,
      () => known,
    )
  }

  return {
    forget: (key) => void fresh.delete(key),
    get: (key) => {
      const at = now().getTime()
      const entry = fresh.get(key)
      if (entry !== undefined && at - entry.at < freshMs) return entry.value
      const value = lookUpOrStale(key)
      fresh.delete(key)
      fresh.set(key, { value, at })
      if (fresh.size > max) fresh.delete(fresh.keys().next().value!)
      // A failure is not remembered: the next caller asks again.
      value.catch(() => {
        if (fresh.get(key)?.value === value) fresh.delete(key)
      })
      return value
    },
  }
}
