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
  /** Which question it answers: the later is the newer, also within one millisecond. */
  readonly look: number
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
  const good = new Map<string, { readonly value: Value; readonly look: number }>()
  let looks = 0

  function remember(key: string, value: Value, look: number): void {
    if ((good.get(key)?.look ?? 0) > look) return
    good.delete(key)
    good.set(key, { value, look })
    if (good.size > max) good.delete(good.keys().next().value!)
    // Nobody is told what is old once the answer is there, however late it came.
    const entry = fresh.get(key)
    if (entry?.look === look) fresh.set(key, { ...entry, value: Promise.resolve(value) })
  }

  async function lookUpOrStale(key: string, look: number): Promise<Value> {
    const looking = lookUp(key).then((value) => {
      if (staleAfterMs !== undefined) remember(key, value, look)
      return value
    })
    const known = good.get(key)
    if (staleAfterMs === undefined || known === undefined) return looking
    return inTime(
      looking.catch(() => known.value),
      staleAfterMs,
      () => known.value,
    )
  }

  return {
    forget: (key) => void fresh.delete(key),
    get: (key) => {
      const at = now().getTime()
      const entry = fresh.get(key)
      if (entry !== undefined && at - entry.at < freshMs) return entry.value
      looks += 1
      const look = looks
      const value = lookUpOrStale(key, look)
      fresh.delete(key)
      fresh.set(key, { value, at, look })
      if (fresh.size > max) fresh.delete(fresh.keys().next().value!)
      // A failure is not remembered: the next caller asks again.
      value.catch(() => {
        if (fresh.get(key)?.look === look) fresh.delete(key)
      })
      return value
    },
  }
}
