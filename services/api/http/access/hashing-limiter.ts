import { createConcurrencyLimiter, type ConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { refusalOf } from '../errors.ts'

export const HASHED_AT_ONCE = 2
export const HASHES_WAITING_MAX = 50

/** Log or database are unreachable: all waiting calls fail at once. */
const isForAll = (error: unknown): boolean => refusalOf(error).code === 'unavailable'

/** Keeps hashing from delaying taps. */
export const createHashingLimiter = (): ConcurrencyLimiter =>
  createConcurrencyLimiter({ atOnce: HASHED_AT_ONCE, waitingMax: HASHES_WAITING_MAX, isForAll })
