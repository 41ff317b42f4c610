import { createFairLimiter, type FairLimiter } from '@app/concurrency/fair-limiter.ts'
import { refusalOf } from '../errors.ts'

/** Keeps hashing from delaying taps, and one network's flood from delaying the others. */
export type HashingLimiter = FairLimiter

export const HASHED_AT_ONCE = 2
export const HASHES_WAITING_MAX = 50

/** Log or database are unreachable: all waiting calls fail at once. */
const isForAll = (error: unknown): boolean => refusalOf(error).code === 'unavailable'

export const createHashingLimiter = (waitingMax = HASHES_WAITING_MAX): HashingLimiter =>
  createFairLimiter({ atOnce: HASHED_AT_ONCE, waitingMax, isForAll })
