import { createFairLimiter, type FairLimiter } from '@app/concurrency/fair-limiter.ts'
import { refusalOf } from '../errors.ts'

/** Limits calls that hash passwords: taps go on beside them, and no network waits for another's flood. */
export interface HashingLimiter {
  /** For everything before the hash: calls over their rate limit must not hold places of `work`. */
  readonly admission: FairLimiter
  readonly work: FairLimiter
}

const ADMITTED_AT_ONCE = 2
const ADMISSIONS_WAITING_MAX = 1_000
/** One is hashed while the next are looked up. */
export const HASHED_AT_ONCE = 3
export const HASHES_WAITING_MAX = 100

/** Log or database are away, which all waiting calls would find out one by one. */
const isForAll = (error: unknown): boolean => refusalOf(error).code === 'unavailable'

/** @param waitingMax how many may wait for their hash */
export const createHashingLimiter = (waitingMax = HASHES_WAITING_MAX): HashingLimiter => ({
  admission: createFairLimiter({ atOnce: ADMITTED_AT_ONCE, waitingMax: ADMISSIONS_WAITING_MAX, isForAll }),
  work: createFairLimiter({ atOnce: HASHED_AT_ONCE, waitingMax, isForAll }),
})

const UNLIMITED: FairLimiter = { run: (_requester, work) => work(), isBusy: () => false }
/** For calls that hash nothing. */
export const NO_HASHING_LIMIT: HashingLimiter = { admission: UNLIMITED, work: UNLIMITED }
