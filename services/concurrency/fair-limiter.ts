import { Refusal } from '@app/contracts/refusals.ts'

export interface FairLimiter {
  /**
   * @param key a network or an account
   * @param isKnown read while it waits: alone of its key, it then goes first
   * @throws Refusal unavailable
   */
  run<Result>(key: string, work: () => Promise<Result>, isKnown?: () => Promise<boolean>): Promise<Result>
}

interface Waiting {
  readonly key: string
  isKnown: boolean
  readonly go: () => void
  readonly refuse: () => void
}

const RETRY_SECONDS = 2
const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

/** The key with the fewest waiting goes first, and the last of the key with the most is refused: a flood waits for itself. */
function createQueue(waitingMax: number) {
  let waiting: readonly Waiting[] = []

  function rank({ key, isKnown }: Waiting): number {
    const crowd = waiting.filter((other) => other.key === key).length
    return isKnown && crowd === 1 ? 0 : crowd
  }
  const leave = (one: Waiting): void => void (waiting = waiting.filter((other) => other !== one))

  return {
    /** @returns false if it was refused */
    enter: (one: Waiting): boolean => {
      waiting = [...waiting, one]
      if (waiting.length <= waitingMax) return true
      const last = waiting.reduce((most, other) => (rank(other) >= rank(most) ? other : most))
      leave(last)
      last.refuse()
      return last !== one
    },
    takeNext: (): Waiting | undefined => {
      if (waiting.length === 0) return undefined
      const next = waiting.reduce((least, other) => (rank(other) < rank(least) ? other : least))
      leave(next)
      return next
    },
    refuseAll: () => {
      const all = waiting
      waiting = []
      for (const { refuse } of all) refuse()
    },
  }
}

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
  const queue = createQueue(waitingMax)
  let running = 0

  const waitForPlace = (key: string, isKnown = async () => false): Promise<void> =>
    new Promise((go, reject) => {
      const one: Waiting = { key, isKnown: false, go, refuse: () => reject(noRoom()) }
      if (!queue.enter(one)) return
      void isKnown().then(
        (known) => (one.isKnown = known),
        () => undefined,
      )
    })

  return {
    run: async (key, work, isKnown) => {
      if (running < atOnce) running += 1
      else await waitForPlace(key, isKnown)
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
