import { setTimeout as sleep } from 'node:timers/promises'

const MS = 1_000

/** Limits calls a second, evenly. @returns resolves at the caller's slot, or at the abort */
export function createPace(
  perSecond: number,
  monotonicMs: () => number,
  signal: AbortSignal,
): () => Promise<void> {
  let nextMs = 0
  return async () => {
    const nowMs = monotonicMs()
    const turnMs = Math.max(nowMs, nextMs)
    nextMs = turnMs + MS / perSecond
    if (turnMs > nowMs) await sleep(turnMs - nowMs, undefined, { signal }).catch(() => undefined)
  }
}
