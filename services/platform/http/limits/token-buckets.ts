import type { TokenBucket } from '@app/contracts/limits/rate-limits.ts'
import { tooMany } from './limited-call.ts'

export interface Token {
  /** Takes it and returns 0, or returns the seconds until there is one. */
  take(): number
  refund(): void
}

/** Checked with each token: more than one, so that buckets become fewer; few, so that no call is slow. */
const FORGOTTEN_AT_ONCE = 16
/** Refills that are no whole number of milliseconds. */
const ROUNDING_MS = 0.001

/** Buckets by key, full at first. Full ones are forgotten, then the least recently used. */
export function createTokenBuckets(
  { burst, perSecond }: TokenBucket,
  { monotonicMs, max }: { readonly monotonicMs: () => number; readonly max: number },
) {
  const tokenMs = 1_000 / perSecond
  /** When each will be full, the least recently used first. */
  const fullAt = new Map<string, number>()

  function forget(nowMs: number): void {
    let left = FORGOTTEN_AT_ONCE
    for (const [key, fullMs] of fullAt) {
      left -= 1
      if (fullAt.size <= max && (left < 0 || fullMs > nowMs)) return
      fullAt.delete(key)
    }
  }

  function take(key: string): number {
    const nowMs = monotonicMs()
    const fullMs = Math.max(fullAt.get(key) ?? nowMs, nowMs)
    const waitMs = fullMs + tokenMs - nowMs - burst * tokenMs
    const isTaken = waitMs < ROUNDING_MS
    fullAt.delete(key)
    fullAt.set(key, isTaken ? fullMs + tokenMs : fullMs)
    forget(nowMs)
    return isTaken ? 0 : Math.ceil(waitMs / 1_000)
  }

  function refund(key: string): void {
    const fullMs = fullAt.get(key)
    if (fullMs !== undefined) fullAt.set(key, fullMs - tokenMs)
  }

  const tokenOf = (key: string): Token => ({ take: () => take(key), refund: () => refund(key) })
  return Object.assign(tokenOf, { size: (): number => fullAt.size })
}

/** All or none, the narrowest first. @throws Refusal too-many */
export function takeAll(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const wait = token.take()
    if (wait === 0) return
    for (const taken of tokens.slice(0, index)) taken.refund()
    throw tooMany(wait)
  })
}
