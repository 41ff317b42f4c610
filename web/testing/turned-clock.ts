import type { Clock } from '../features/public-page/browser/clock.ts'

export interface TurnedClock extends Clock {
  /** Advances time and runs due timers; promises settle in between. */
  readonly turn: (ms: number) => Promise<void>
}

/** Waits for everything without a timer. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export function turnedClock(startMs = Date.parse('2026-11-20T12:00:00Z')): TurnedClock {
  let nowMs = startMs
  const due = new Map<() => void, number>()

  async function turn(ms: number): Promise<void> {
    const endMs = nowMs + ms
    for (;;) {
      await settled()
      const [next] = [...due].filter(([, at]) => at <= endMs).sort(([, a], [, b]) => a - b)
      if (!next) break
      due.delete(next[0])
      nowMs = next[1]
      next[0]()
    }
    nowMs = endMs
  }

  return {
    now: () => nowMs,
    after: (ms, act) => {
      const once = (): void => act()
      due.set(once, nowMs + ms)
      return () => void due.delete(once)
    },
    turn,
  }
}
