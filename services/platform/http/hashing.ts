import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts'

const HASHED_AT_ONCE = 2
const HASHES_WAITING_MAX = 50
/** A look for a known network takes a fraction of a hash. */
const CHECKED_AT_ONCE = 10

export type Hashing = ReturnType<typeof createHashing>

/**
 * Keeps hashing from delaying taps. Networks from which the account signed in have a line of their own, which a flood of
 * others cannot fill.
 */
export function createHashing(waitingMax = HASHES_WAITING_MAX) {
  const line = () => createConcurrencyLimiter({ atOnce: HASHED_AT_ONCE, waitingMax })
  const [known, others] = [line(), line()]
  const checks = createConcurrencyLimiter({ atOnce: CHECKED_AT_ONCE, waitingMax: HASHES_WAITING_MAX })
  /** @throws Refusal unavailable */
  return async <Result>(work: () => Promise<Result>, isKnown: () => Promise<boolean>): Promise<Result> =>
    ((await checks(isKnown)) ? known : others)(work)
}
