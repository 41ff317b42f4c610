import { Refusal } from '@app/contracts/refusals.ts'

const RETRY_SECONDS = 2

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs work so many at once; some more may wait, in the order in which they asked, and the rest is refused. */
export function createTurns({
  atOnce,
  waitingMax,
}: {
  readonly atOnce: number
  readonly waitingMax: number
}): Turns {
  const waiting: (() => void)[] = []
  let atWork = 0

  return async (work) => {
    if (atWork < atOnce) atWork += 1
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    try {
      return await work()
    } finally {
      // The place goes on to the next at once: nobody who asks meanwhile gets in between.
      const next = waiting.shift()
      if (next === undefined) atWork -= 1
      else next()
    }
  }
}
