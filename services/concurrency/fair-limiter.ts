import { Refusal } from '@app/contracts/refusals.ts'
import { createFairQueue, type Requester } from './fair-queue.ts'

export interface FairLimiter {
  run<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result>
  /** Whether new work would have to wait. */
  isBusy(): boolean
}

const RETRY_SECONDS = 2
const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

/** @param isForAll whether an error would affect all work alike: then all waiting work is refused */
export function createFairLimiter({
  atOnce,
  waitingMax,
  isForAll = () => false,
}: {
  readonly atOnce: number
  readonly waitingMax: number
  readonly isForAll?: (error: unknown) => boolean
}): FairLimiter {
  const queue = createFairQueue(waitingMax)
  let running = 0

  const waitForPlace = (requester: Requester): Promise<void> =>
    new Promise((go, reject) => {
      const refuse = (): void => reject(noRoom())
      if (!queue.enter(requester, { go, refuse })) refuse()
    })

  return {
    isBusy: () => running >= atOnce,
    run: async (requester, work) => {
      if (running < atOnce) running += 1
      else await waitForPlace(requester)
      try {
        return await work()
      } catch (error) {
        if (isForAll(error)) queue.refuseAll()
        throw error
      } finally {
        // Hands over the slot synchronously, so that newer work cannot overtake.
        const next = queue.takeNext()
        if (next === undefined) running -= 1
        else next.go()
      }
    },
  }
}
