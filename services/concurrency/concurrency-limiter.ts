import { Refusal } from '@app/contracts/refusals.ts'
import pLimit from 'p-limit'

const RETRY_SECONDS = 2

export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>

interface ConcurrencyLimits {
  readonly atOnce: number
  readonly waitingMax: number
  /** Whether an error would affect all work alike: then all waiting work is refused. */
  readonly isForAll?: (error: unknown) => boolean
}

const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

/** Queues up to `waitingMax` tasks. @throws Refusal unavailable when the queue is full */
export function createConcurrencyLimiter(limits: ConcurrencyLimits): ConcurrencyLimiter {
  const { atOnce, waitingMax, isForAll = () => false } = limits
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true })
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waitingMax) throw noRoom()
    let hasBegun = false
    // Clears the queue within the slot, so that no waiting task begins after such a failure.
    const begin = () => {
      hasBegun = true
      return work().catch((error: unknown) => {
        if (isForAll(error)) limit.clearQueue()
        throw error
      })
    }
    return limit(begin).catch((error: unknown) => {
      throw hasBegun ? error : noRoom()
    })
  }
}

interface Entry {
  readonly limiter: ConcurrencyLimiter
  users: number
}

/** A key's limiter exists only while tasks of that key run or wait. */
export function createConcurrencyByKey(limits: ConcurrencyLimits): (key: string) => ConcurrencyLimiter {
  const entries = new Map<string, Entry>()
  return (key) => async (work) => {
    const entry = entries.get(key) ?? { limiter: createConcurrencyLimiter(limits), users: 0 }
    entries.set(key, entry)
    entry.users += 1
    try {
      return await entry.limiter(work)
    } finally {
      entry.users -= 1
      if (entry.users === 0) entries.delete(key)
    }
  }
}
