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
