import type { TokenBucket } from '@app/contracts/rate-limits.ts'

/** Buckets in memory, one a key, each full at first. The one that was asked for longest ago makes room. */
export interface TokenBuckets {
  /** Takes a token where there is one and answers 0; else the seconds until there will be one. */
  take(key: string): number
  giveBack(key: string): void
}

interface Level {
  tokens: number
  atMs: number
}

export function createTokenBuckets(
  { burst, perSecond }: TokenBucket,
  { monotonicMs, max }: { readonly monotonicMs: () => number; readonly max: number },
): TokenBuckets {
  const levels = new Map<string, Level>()

  function levelOf(key: string): Level {
    const atMs = monotonicMs()
    const known = levels.get(key)
    if (known === undefined) return { tokens: burst, atMs }
    levels.delete(key)
    // Never less than none, whatever clock is passed in.
    const seconds = Math.max(0, atMs - known.atMs) / 1_000
    return { tokens: Math.min(burst, known.tokens + seconds * perSecond), atMs }
  }

  return {
    take: (key) => {
      const level = levelOf(key)
      const isTaken = level.tokens >= 1
      if (isTaken) level.tokens -= 1
      levels.set(key, level)
      if (levels.size > max) levels.delete(levels.keys().next().value!)
      return isTaken ? 0 : Math.ceil((1 - level.tokens) / perSecond)
    },
    giveBack: (key) => {
      const level = levels.get(key)
      if (level !== undefined) level.tokens = Math.min(burst, level.tokens + 1)
    },
  }
}
