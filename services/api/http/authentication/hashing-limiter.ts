import { createFairLimiter, type FairLimiter } from '@app/concurrency/fair-limiter.ts'
import { refusalOf } from '../errors.ts'

/** Where calls that hash passwords wait, so that taps go on beside a crowd of them and no network waits for another. */
export interface HashingLimiter {
  /** To be told whether they may: who called too often must not take the place of others. */
  readonly admission: FairLimiter
  readonly work: FairLimiter
}

const ADMITTED_AT_ONCE = 2
const ADMISSIONS_WAITING_MAX = 1_000
/** One is hashed while the next are looked up; the rest wait before anything is done for them. */
export const HASHED_AT_ONCE = 3
export const HASHES_WAITING_MAX = 100

/** Log or database are away: to wait for a turn would only be to wait longer for the same word. */
const isForAll = (error: unknown): boolean => refusalOf(error).code === 'unavailable'

/** @param waitingMax how many may wait for their hash; tests that fill all places make do with fewer */
export const createHashingLimiter = (waitingMax = HASHES_WAITING_MAX): HashingLimiter => ({
  admission: createFairLimiter({ atOnce: ADMITTED_AT_ONCE, waitingMax: ADMISSIONS_WAITING_MAX, isForAll }),
  work: createFairLimiter({ atOnce: HASHED_AT_ONCE, waitingMax, isForAll }),
})

const AT_ONCE: FairLimiter = { run: (_asker, work) => work(), isBusy: () => false }
/** Of calls that hash nothing. */
export const NO_HASHING_LIMIT: HashingLimiter = { admission: AT_ONCE, work: AT_ONCE }
