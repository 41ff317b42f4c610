import { Refusal } from '@app/contracts/refusals.ts'
import pLimit from 'p-limit'

const RETRY_SECONDS = 2
const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Queues up to `waitingMax` tasks. @throws Refusal unavailable when the queue is full
 * @param isForAll whether an error would affect all work alike: then all waiting work is refused
 */
export function createConcurrencyLimiter({
  atOnce,
  waitingMax,
  isForAll = () => false,
}: {
  readonly atOnce: number
  readonly waitingMax: number
  readonly isForAll?: (error: unknown) => boolean
}): ConcurrencyLimiter {
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true })
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waitingMax) throw noRoom()
    return limit(() =>
      work().catch((error: unknown) => {
        if (isForAll(error)) limit.clearQueue()
        throw error
      }),
    ).catch((error: unknown) => {
      throw error instanceof DOMException && error.name === 'AbortError' ? noRoom() : error
    })
  }
}
