import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@app/contracts/refusals.ts'
import pLimit from 'p-limit'

const RETRY_SECONDS = 2

export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Queues up to `waitingMax` tasks. @throws Refusal unavailable when the queue is full */
export function createConcurrencyLimiter({
  atOnce,
  waitingMax,
}: {
  readonly atOnce: number
  readonly waitingMax: number
}): ConcurrencyLimiter {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waitingMax)
      throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    return limit(work)
  }
}

interface Entry {
  readonly limiter: ConcurrencyLimiter
  users: number
}

/** A key's limiter exists only while tasks of that key run or wait. */
export function createConcurrencyByKey(
  limits: Parameters<typeof createConcurrencyLimiter>[0],
): (key: string) => ConcurrencyLimiter {
  const entries = new Map<string, Entry>()
  return (key) => async (work) => {
    const entry = entries.get(key) ?? { limiter: createConcurrencyLimiter(limits), users: 0 }
    entries.set(key, entry)
    entry.users += 1
    try {
      return await entry.limiter(work)
    } finally {
      entry.users -= 1
      if (entry.users === 0) entries.delete(key)
    }
  }
}

/** After `msMax` answers `otherwise()`. The work itself continues, and its late outcome is ignored. */
export const withTimeout = <Value, Otherwise>(
  work: Promise<Value>,
  msMax: number,
  otherwise: () => Otherwise,
): Promise<Value | Otherwise> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(otherwise)), msMax)
    work.then(
      (value) => (clearTimeout(timer), resolve(value)),
      (error: unknown) => (clearTimeout(timer), reject(error)),
    )
  })

/** Limits calls a second, evenly. @returns resolves at the caller's slot, or at the abort */
export function createPace(
  perSecond: number,
  monotonicMs: () => number,
): (signal: AbortSignal) => Promise<void> {
  let nextMs = 0
  return async (signal) => {
    const nowMs = monotonicMs()
    const slotMs = Math.max(nowMs, nextMs)
    nextMs = slotMs + 1_000 / perSecond
    if (slotMs > nowMs) await sleep(slotMs - nowMs, undefined, { signal }).catch(() => undefined)
  }
}
