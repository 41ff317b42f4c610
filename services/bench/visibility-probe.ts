import { setTimeout as pause } from 'node:timers/promises'

export interface VisibilityProbe {
  /** Milliseconds from `sinceMs` (performance.now) until `count` are seen. */
  until(count: number, sinceMs: number): Promise<number>
}

interface Waiting {
  readonly count: number
  readonly sinceMs: number
  readonly seen: (ms: number) => void
  readonly failed: (error: unknown) => void
}

const GIVE_UP_MS = 10_000
/** Short against milliseconds, and long enough that the polling itself costs little. */
export const LOOK_EVERY_MS = 1

/** Polls only while somebody waits. @param look how many are visible now */
export function createVisibilityProbe(look: () => Promise<number>): VisibilityProbe {
  let waiting: Waiting[] = []
  let looking: Promise<void> | undefined

  async function lookOn(): Promise<void> {
    while (waiting.length > 0) {
      const count = await look()
      const nowMs = performance.now()
      for (const one of waiting) {
        if (one.count <= count) one.seen(nowMs - one.sinceMs)
        else if (nowMs - one.sinceMs > GIVE_UP_MS)
          one.failed(new Error(`${one.count} are not seen, ${count} are`))
      }
      waiting = waiting.filter((one) => one.count > count && nowMs - one.sinceMs <= GIVE_UP_MS)
      if (waiting.length > 0) await pause(LOOK_EVERY_MS)
    }
  }

  function wake(): void {
    looking ??= lookOn()
      .catch((error: unknown) => {
        for (const { failed } of waiting.splice(0)) failed(error)
      })
      .finally(() => {
        looking = undefined
        if (waiting.length > 0) wake()
      })
  }

  return {
    until: (count, sinceMs) =>
      new Promise((seen, failed) => {
        waiting.push({ count, sinceMs, seen, failed })
        wake()
      }),
  }
}

/** Starts a task after each pause, whether or not the last is done; answers when all are. */
export async function trickle<Result>(
  pausesMs: readonly number[],
  work: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const all: Promise<Result>[] = []
  for (const [index, ms] of pausesMs.entries()) {
    await pause(ms)
    all.push(work(index))
  }
  return Promise.all(all)
}
