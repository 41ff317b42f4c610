import { createFairLimiter, type FairLimiter } from '@app/concurrency/fair-limiter.ts'
import { refusalOf } from '../errors.ts'

/** Keeps hashing from delaying taps, and one network's flood from delaying the others. */
export interface HashingLimiter {
  /** For all work before the hash: calls over their rate limit must not take slots of `work`. */
  readonly admission: FairLimiter
  readonly work: FairLimiter
}

const ADMITTED_AT_ONCE = 2
const ADMISSIONS_WAITING_MAX = 1_000
export const HASHED_AT_ONCE = 3
export const HASHES_WAITING_MAX = 100

/** Log or database are unreachable: all waiting calls fail at once. */
const isForAll = (error: unknown): boolean => refusalOf(error).code === 'unavailable'

export const createHashingLimiter = (waitingMax = HASHES_WAITING_MAX): HashingLimiter => ({
  admission: createFairLimiter({ atOnce: ADMITTED_AT_ONCE, waitingMax: ADMISSIONS_WAITING_MAX, isForAll }),
  work: createFairLimiter({ atOnce: HASHED_AT_ONCE, waitingMax, isForAll }),
})

const UNLIMITED: FairLimiter = { run: (_requester, work) => work(), isBusy: () => false }
export const NO_HASHING_LIMIT: HashingLimiter = { admission: UNLIMITED, work: UNLIMITED }
