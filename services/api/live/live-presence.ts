import { FORGOTTEN_MS, PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import type { LiveProfile } from '@app/projections/live/queries.ts'

/** Visitors of one profile with a counted event, whose page is open. */
export interface Presence {
  /** Their page is still open. Ignored for visitors without a counted event: robots and owners. */
  stayed(visitorId: string, atMs: number): void
  /** @param present all with a counted event since PRESENT_MS */
  recounted(present: LiveProfile['present'], nowMs: number): void
  count(nowMs: number): number
}

/** Limits memory: the figure does not grow beyond this. */
export const PRESENT_VISITORS_MAX = 10_000

interface Visitor {
  readonly countedMs: number
  readonly heardMs: number
}

const isHere = ({ heardMs }: Visitor, nowMs: number): boolean => heardMs > nowMs - FORGOTTEN_MS

export function createPresence(): Presence {
  let visitors = new Map<string, Visitor>()
  return {
    stayed: (visitorId, atMs) => {
      const known = visitors.get(visitorId)
      if (known === undefined || known.heardMs >= atMs) return
      if (isHere(known, atMs) || known.countedMs > atMs - PRESENT_MS)
        visitors.set(visitorId, { ...known, heardMs: atMs })
    },
    recounted: (present, nowMs) => {
      const before = visitors
      visitors = new Map(
        present.map(([id, atMs]) => [
          id,
          { countedMs: atMs, heardMs: Math.max(atMs, before.get(id)?.heardMs ?? 0) },
        ]),
      )
      // Counted too long ago for a recount, but their page is still open.
      for (const [id, visitor] of before)
        if (visitor.countedMs <= nowMs - PRESENT_MS && isHere(visitor, nowMs) && !visitors.has(id)) {
          if (visitors.size < PRESENT_VISITORS_MAX) visitors.set(id, visitor)
        }
    },
    count: (nowMs) => [...visitors.values()].filter((visitor) => isHere(visitor, nowMs)).length,
  }
}
