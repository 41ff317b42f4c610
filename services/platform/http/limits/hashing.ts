import { Refusal } from '@app/contracts/refusals.ts'
import { refusalOf } from '../errors.ts'

/** Keeps hashing from delaying taps. */
export interface HashingQueue {
  /**
   * @param isKnown read before it waits: it then goes before all others, and takes the place of the last of them
   * @throws Refusal unavailable
   */
  run<Result>(work: () => Promise<Result>, isKnown?: () => Promise<boolean>): Promise<Result>
}

interface Waiting {
  readonly go: () => void
  readonly refuse: (refusal: Refusal) => void
}

const HASHED_AT_ONCE = 2
const HASHES_WAITING_MAX = 50
const RETRY_SECONDS = 2

const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

export function createHashingQueue(waitingMax = HASHES_WAITING_MAX): HashingQueue {
  const known: Waiting[] = []
  const others: Waiting[] = []
  let running = 0
  let checking = 0

  async function check(isKnown: () => Promise<boolean>): Promise<boolean> {
    if (checking >= waitingMax) throw noRoom()
    checking += 1
    return isKnown()
      .catch(() => false)
      .finally(() => (checking -= 1))
  }

  const wait = (isFirst: boolean): Promise<void> =>
    new Promise((go, refuse) => {
      const place = { go, refuse }
      if (known.length + others.length < waitingMax) return void (isFirst ? known : others).push(place)
      const refused = isFirst ? (others.pop() ?? place) : place
      refused.refuse(noRoom())
      if (refused !== place) known.push(place)
    })

  return {
    run: async (work, isKnown = async () => false) => {
      const isFirst = running >= HASHED_AT_ONCE && (await check(isKnown))
      if (running < HASHED_AT_ONCE) running += 1
      else await wait(isFirst)
      try {
        return await work()
      } catch (error) {
        // Log or database are unreachable, so all waiting calls would fail alike.
        if (refusalOf(error).code === 'unavailable')
          for (const { refuse } of [...known.splice(0), ...others.splice(0)]) refuse(noRoom())
        throw error
      } finally {
        // Hands over the slot synchronously, so that newer work cannot overtake.
        const next = known.shift() ?? others.shift()
        if (next === undefined) running -= 1
        else next.go()
      }
    },
  }
}
