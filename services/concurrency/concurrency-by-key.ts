import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'

interface Entry {
  readonly limiter: ConcurrencyLimiter
  users: number
}

/** A key's limiter exists only while tasks of that key run or wait. */
export function createConcurrencyByKey(
  limits: Parameters<typeof createConcurrencyLimiter>[0],
): (key: string) => ConcurrencyLimiter {
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
