import { PRESENT_MS } from '@app/contracts/traffic/definitions.ts'
import type { LastSeen } from '@app/projections/live/queries.ts'

/** Visitors of one profile with a counted event in the last five minutes. */
export interface Presence {
  seen(visitorId: string, atMs: number): void
  recounted(present: LastSeen): void
  count(nowMs: number): number
}

/** Bounds memory: the figure does not grow beyond this. */
export const PRESENT_VISITORS_MAX = 10_000

export function createPresence(): Presence {
  const lastAt = new Map<string, number>()

  function seen(visitorId: string, atMs: number): void {
    const known = lastAt.get(visitorId)
    if (known !== undefined && known >= atMs) return
    lastAt.delete(visitorId)
    lastAt.set(visitorId, atMs)
    if (lastAt.size > PRESENT_VISITORS_MAX) lastAt.delete(lastAt.keys().next().value!)
  }

  return {
    seen,
    recounted: (present) => {
      lastAt.clear()
      for (const [visitorId, atMs] of present) seen(visitorId, atMs)
    },
    count: (nowMs) => {
      for (const [visitorId, atMs] of lastAt) if (atMs <= nowMs - PRESENT_MS) lastAt.delete(visitorId)
      return lastAt.size
    },
  }
}
