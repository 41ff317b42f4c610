import { LRUCache } from 'lru-cache'
import type { LimitQuota, Limits, MEMORY_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { isRefused, Refusal, tooMany } from '@app/contracts/refusals.ts'
import { countedBy, type Caller } from './rate-counters.ts'

const MISSES: readonly string[] = ['profile-not-found', 'visitor-not-found']
const isMissed = (error: unknown): boolean => error instanceof Refusal && MISSES.includes(error.code)

interface Window {
  readonly quota: LimitQuota
  readonly endsMs: number
  count: number
}

interface Counts {
  /** The network has found the profile: another one may not exist. */
  isFound: boolean
  /** In the order of the quotas. */
  readonly windows: (Window | undefined)[]
}

/** Counts visits, and reads of signed-in people, in the memory of each process. */
export function createVisitLimits(limits: Limits, monotonicMs: () => number) {
  const counts = new LRUCache<string, Counts>({
    // As a size: a `max` would make room for all of them at each start.
    maxSize: 250_000,
    sizeCalculation: () => 1,
    memoMethod: () => ({ isFound: false, windows: [] }),
  })

  /** @returns settles the call, with the error of one that failed. @throws Refusal too-many */
  return (name: keyof typeof MEMORY_LIMITS, caller: Caller) => {
    const { network, account, profile } = countedBy(caller)
    const ofNetwork = counts.memo(`${name} ${network}`)
    const own = counts.memo(`${name} ${network} ${name === 'signed-in' ? account : profile}`)
    const isConcerned = { unknown: !own.isFound, dated: caller.isDated, appends: caller.appends }
    const nowMs = monotonicMs()
    const taken: Window[] = []
    for (const [nth, quota] of limits[name].entries()) {
      if (quota.concerns !== undefined && isConcerned[quota.concerns] !== true) continue
      const { windows } = quota.by.length === 1 ? ofNetwork : own
      let window = windows[nth]
      if (window === undefined || window.endsMs <= nowMs)
        window = windows[nth] = { quota, endsMs: nowMs + quota.seconds * 1_000, count: 0 }
      if (window.count >= quota.max) {
        for (const before of taken) before.count -= 1
        throw tooMany((window.endsMs - nowMs) / 1_000)
      }
      window.count += 1
      taken.push(window)
    }
    return (error?: unknown): void => {
      if (isMissed(error)) own.isFound = false
      if (error === undefined) own.isFound = true
      for (const window of taken) {
        const { counts: kind } = window.quota
        if (kind === 'missed' ? !isMissed(error) : kind === 'recorded' && isRefused(error)) window.count -= 1
      }
    }
  }
}
