import { Refusal } from '@app/contracts/refusals.ts'

const RETRY_SECONDS = 2

export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>

interface Waiting {
  go(): void
  refuse(refusal: Refusal): void
}

const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

/**
 * Runs work so many at once; some more may wait, in the order in which they asked, and the rest is refused.
 * @param isForAll whether a failure is everybody's: whoever waits is refused then, instead of finding out one by one
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
  const waiting: Waiting[] = []
  let atWork = 0

  return async (work) => {
    if (atWork < atOnce) atWork += 1
    else if (waiting.length < waitingMax)
      await new Promise<void>((go, refuse) => waiting.push({ go, refuse }))
    else throw noRoom()
    try {
      return await work()
    } catch (error) {
      if (isForAll(error)) for (const { refuse } of waiting.splice(0)) refuse(noRoom())
      throw error
    } finally {
      // The place goes on to the next at once: nobody who asks meanwhile gets in between.
      const next = waiting.shift()
      if (next === undefined) atWork -= 1
      else next.go()
    }
  }
}
