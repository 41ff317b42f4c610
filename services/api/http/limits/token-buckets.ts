import { LRUCache } from 'lru-cache'
import type { TokenBucket } from '@app/contracts/limits/rate-limits.ts'

/** Full at first. Full buckets are forgotten, then the least recently used. */
export interface TokenBuckets {
  /** Takes a token and returns 0, or returns the seconds until the next token. */
  take(key: string): number
  refund(key: string): void
  readonly size: number
}

interface Level {
  tokens: number
  atMs: number
}

/** Checked with each token: more than one, so that buckets become fewer; few, so that no call is slow. */
const FORGOTTEN_AT_ONCE = 16

export function createTokenBuckets(
  { burst, perSecond }: TokenBucket,
  { monotonicMs, max }: { readonly monotonicMs: () => number; readonly max: number },
): TokenBuckets {
  let made: LRUCache<string, Level> | undefined
  /** At the first token, because a cache allocates all its slots at once: a start makes a dozen of them. */
  const levelsOf = (): LRUCache<string, Level> => (made ??= new LRUCache({ max }))
  const fullAfterMs = (burst / perSecond) * 1_000

  function levelOf(levels: LRUCache<string, Level>, key: string, atMs: number): Level {
    const known = levels.get(key)
    if (known === undefined) return { tokens: burst, atMs }
    const seconds = Math.max(0, atMs - known.atMs) / 1_000
    return { tokens: Math.min(burst, known.tokens + seconds * perSecond), atMs }
  }

  /** Unused for as long as an empty bucket needs to fill: it is full. */
  function forgetFull(levels: LRUCache<string, Level>, nowMs: number): void {
    let left = FORGOTTEN_AT_ONCE
    for (const key of levels.rkeys()) {
      left -= 1
      if (left < 0 || nowMs - levels.peek(key)!.atMs < fullAfterMs) return
      levels.delete(key)
    }
  }

  return {
    take: (key) => {
      const nowMs = monotonicMs()
      const levels = levelsOf()
      const level = levelOf(levels, key, nowMs)
      const isTaken = level.tokens >= 1
      if (isTaken) level.tokens -= 1
      levels.set(key, level)
      forgetFull(levels, nowMs)
      return isTaken ? 0 : Math.ceil((1 - level.tokens) / perSecond)
    },
    refund: (key) => {
      const level = made?.peek(key)
      if (level !== undefined) level.tokens = Math.min(burst, level.tokens + 1)
    },
    get size() {
      return made?.size ?? 0
    },
  }
}
