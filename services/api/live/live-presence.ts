import { FORGOTTEN_MS, PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import type { LastSeen } from '@app/projections/live/queries.ts'

/** Visitors of one profile with a counted event, whose page is open. */
export interface Presence {
  /** They did something that counts. */
  seen(visitorId: string, atMs: number): void
  /** Their page is still open. Ignored for visitors without a counted event: robots and owners. */
  stayed(visitorId: string, atMs: number): void
  /** @param present all with a counted event since PRESENT_MS */
  recounted(present: LastSeen, nowMs: number): void
  count(nowMs: number): number
}

/** Limits memory: the figure does not grow beyond this. */
export const PRESENT_VISITORS_MAX = 10_000

interface Visitor {
  readonly countedMs: number
  readonly heardMs: number
}

export function createPresence(): Presence {
  /** The visitor with the oldest sign comes first. */
  const visitors = new Map<string, Visitor>()

  function heard(visitorId: string, { countedMs, heardMs }: Visitor): void {
    const known = visitors.get(visitorId)
    if (known !== undefined && known.countedMs >= countedMs && known.heardMs >= heardMs) return
    visitors.delete(visitorId)
    visitors.set(visitorId, {
      countedMs: Math.max(countedMs, known?.countedMs ?? 0),
      heardMs: Math.max(heardMs, known?.heardMs ?? 0),
    })
    if (visitors.size > PRESENT_VISITORS_MAX) visitors.delete(visitors.keys().next().value!)
  }

  const seen = (visitorId: string, atMs: number): void => heard(visitorId, { countedMs: atMs, heardMs: atMs })

  return {
    seen,
    stayed: (visitorId, atMs) => {
      const known = visitors.get(visitorId)
      if (known !== undefined) heard(visitorId, { ...known, heardMs: atMs })
    },
    recounted: (present, nowMs) => {
      const counted = new Set(present.map(([visitorId]) => visitorId))
      for (const [visitorId, { countedMs }] of visitors)
        if (countedMs > nowMs - PRESENT_MS && !counted.has(visitorId)) visitors.delete(visitorId)
      for (const [visitorId, atMs] of present) seen(visitorId, atMs)
    },
    count: (nowMs) => {
      let count = 0
      for (const [visitorId, { countedMs, heardMs }] of visitors)
        if (heardMs > nowMs - FORGOTTEN_MS) count += 1
        else if (countedMs <= nowMs - PRESENT_MS) visitors.delete(visitorId)
      return count
    },
  }
}
