import { LRUCache } from 'lru-cache'
import type { LimitQuota, Limits, MEMORY_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { isRefused, Refusal, tooMany } from '@app/contracts/refusals.ts'
import { countedBy, type Caller } from './rate-counters.ts'

/** As sizes: a `max` would make room for all of them at each start. */
const PLACES = { maxSize: 50_000, sizeCalculation: () => 1 }
const WINDOWS = { maxSize: 200_000, sizeCalculation: () => 1 }

const MISSES: readonly string[] = ['profile-not-found', 'visitor-not-found']
const isMissed = (error: unknown): boolean => error instanceof Refusal && MISSES.includes(error.code)

interface Window {
  readonly endsMs: number
  count: number
}

/** Counts visits, and reads of signed-in people, in the memory of each process. */
export function createVisitLimits(limits: Limits, monotonicMs: () => number) {
  const windows = new LRUCache<string, Window>(WINDOWS)
  /** Profiles that a network has found: another one may not exist. */
  const places = new LRUCache<string, true>(PLACES)

  function openWindow(key: string, seconds: number): Window {
    const [nowMs, open] = [monotonicMs(), windows.get(key)]
    if (open !== undefined && open.endsMs > nowMs) return open
    const begun = { endsMs: nowMs + seconds * 1_000, count: 0 }
    windows.set(key, begun)
    return begun
  }

  /** @returns settles the call, with the error of one that failed. @throws Refusal too-many */
  return (name: keyof typeof MEMORY_LIMITS, caller: Caller) => {
    const by = countedBy(caller)
    const place = `${name} ${by.network} ${by.profile}`
    const isConcerned = { unknown: !places.has(place), dated: caller.isDated, appends: caller.appends }
    const taken: { readonly counts: LimitQuota['counts']; readonly window: Window }[] = []
    for (const [nth, quota] of limits[name].entries()) {
      if (quota.concerns !== undefined && isConcerned[quota.concerns] !== true) continue
      if (quota.by.some((each) => by[each] === undefined)) continue
      let key = `${name} ${nth}`
      for (const each of quota.by) key += ` ${by[each]}`
      const window = openWindow(key, quota.seconds)
      if (window.count >= quota.max) {
        for (const before of taken) before.window.count -= 1
        throw tooMany((window.endsMs - monotonicMs()) / 1_000)
      }
      window.count += 1
      taken.push({ counts: quota.counts, window })
    }
    return (error?: unknown): void => {
      if (isMissed(error)) places.delete(place)
      if (error === undefined) places.set(place, true)
      for (const { counts, window } of taken) {
        const isCounted = counts === undefined || (counts === 'missed' ? isMissed(error) : !isRefused(error))
        if (!isCounted) window.count -= 1
      }
    }
  }
}
