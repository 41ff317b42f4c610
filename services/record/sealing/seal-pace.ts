import type { LastSeal } from './last-seal.ts'

/** A seal that nobody waits for: who needs one asks for it. */
const EVERY_MS = 60_000

export interface SealPace {
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** Between two seals of few events, of all processes on a log. */
  readonly everyMs?: number
}

/**
 * How long the next seal of few events still waits. Counts from when a seal was first seen here, by a clock that does not jump: those of other processes may differ by more
 * than the wait.
 */
export function createSealPace({ now, monotonicMs, everyMs = EVERY_MS }: SealPace) {
  let seen: { readonly madeMs: number; readonly dueMs: number } | undefined
  return ({ seal }: Pick<LastSeal, 'seal'>): number => {
    const ms = monotonicMs()
    const madeMs = seal === undefined ? -Infinity : Date.parse(seal.sealedAt)
    // Times grow: one that somebody appends again delays nothing.
    if (seen === undefined || madeMs > seen.madeMs) {
      const ageMs = seen === undefined ? Math.max(0, now().getTime() - madeMs) : 0
      seen = { madeMs, dueMs: ms + everyMs - ageMs }
    }
    return Math.max(0, seen.dueMs - ms)
  }
}
