import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'

interface Entry {
  readonly run: ConcurrencyLimiter
  users: number
}

/** A concurrency limiter for each key, so that one caller leaves the others their share; a key that nobody uses is forgotten. */
export function createConcurrencyByKey(
  limits: Parameters<typeof createConcurrencyLimiter>[0],
): (key: string) => ConcurrencyLimiter {
  const entries = new Map<string, Entry>()
  return (key) => async (work) => {
    const entry = entries.get(key) ?? { run: createConcurrencyLimiter(limits), users: 0 }
    entries.set(key, entry)
    entry.users += 1
    try {
      return await entry.run(work)
    } finally {
      entry.users -= 1
      if (entry.users === 0) entries.delete(key)
    }
  }
}
