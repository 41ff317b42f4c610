import { Refusal } from '@app/contracts/refusals.ts'
import { createFairQueue, type Requester } from './fair-queue.ts'

/** Runs so much work at once, and shares the places to wait among networks. */
export interface FairLimiter {
  /** @throws Refusal unavailable, where there is no room to wait */
  run<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result>
  /** Whether the next to ask would have to wait. */
  isBusy(): boolean
}

const RETRY_SECONDS = 2
const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

/** @param isForAll whether a failure is everybody's: who waits is refused then, instead of finding out one by one */
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
  let atWork = 0

  const turnOf = (requester: Requester): Promise<void> =>
    new Promise((go, reject) => {
      const refuse = (): void => reject(noRoom())
      if (!queue.enter(requester, { go, refuse })) refuse()
    })

  return {
    isBusy: () => atWork >= atOnce,
    run: async (requester, work) => {
      if (atWork < atOnce) atWork += 1
      else await turnOf(requester)
      try {
        return await work()
      } catch (error) {
        if (isForAll(error)) queue.refuseAll()
        throw error
      } finally {
        // The place goes on to the next at once: nobody who asks meanwhile gets in between.
        const next = queue.takeNext()
        if (next === undefined) atWork -= 1
        else next.go()
      }
    },
  }
}
