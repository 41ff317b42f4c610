import { LRUCache } from 'lru-cache'
import type { TokenBucket } from '@app/contracts/limits/rate-limits.ts'

export interface Token {
  /** Takes it and returns 0, or returns the seconds until there is one. */
  take(): number
  refund(): void
}

interface Level {
  tokens: number
  atMs: number
}

/** Checked with each token: more than one, so that buckets become fewer; few, so that no call is slow. */
const FORGOTTEN_AT_ONCE = 16

/** Full at first. Full buckets are forgotten, then the least recently used. */
export function createTokenBuckets(
  { burst, perSecond }: TokenBucket,
  { monotonicMs, max }: { readonly monotonicMs: () => number; readonly max: number },
) {
  // At the first token, because a cache allocates all its slots at once: a start makes a dozen of them.
  let made: LRUCache<string, Level> | undefined
  const levels = (): LRUCache<string, Level> => (made ??= new LRUCache({ max }))
  const fullAfterMs = (burst / perSecond) * 1_000

  /** Unused for as long as an empty bucket needs to fill: it is full. */
  function forgetFull(nowMs: number): void {
    let left = FORGOTTEN_AT_ONCE
    for (const key of levels().rkeys()) {
      left -= 1
      if (left < 0 || nowMs - levels().peek(key)!.atMs < fullAfterMs) return
      levels().delete(key)
    }
  }

  function take(key: string): number {
    const atMs = monotonicMs()
    const last = levels().get(key) ?? { tokens: burst, atMs }
    const filled = (Math.max(0, atMs - last.atMs) / 1_000) * perSecond
    const tokens = Math.min(burst, last.tokens + filled)
    const isTaken = tokens >= 1
    levels().set(key, { tokens: isTaken ? tokens - 1 : tokens, atMs })
    forgetFull(atMs)
    return isTaken ? 0 : Math.ceil((1 - tokens) / perSecond)
  }

  function refund(key: string): void {
    const level = made?.peek(key)
    if (level !== undefined) level.tokens = Math.min(burst, level.tokens + 1)
  }

  const tokenOf = (key: string): Token => ({ take: () => take(key), refund: () => refund(key) })
  return Object.assign(tokenOf, { size: (): number => made?.size ?? 0 })
}
