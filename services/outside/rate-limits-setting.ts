import { RATE_LIMITS, TRAFFIC_LIMITS, type RateLimitName } from '@app/contracts/rate-limits.ts'

/** Two numbers of a limit: so many in so many seconds, or a bucket's size and how many fill it a second. */
export interface RateLimitChange {
  readonly max: number
  readonly per: number
}
export type RateLimitChanges = { readonly [Name in RateLimitName]?: RateLimitChange }

const NAMES: ReadonlySet<string> = new Set([...Object.keys(RATE_LIMITS), ...Object.keys(TRAFFIC_LIMITS)])
const CHANGE = /^([a-z-]+)=(\d{1,9})\/(\d{1,9})$/

/** `login=50/900,traffic=1000/100`; undefined where that is not what it says. */
export function rateLimitsOf(text: string): RateLimitChanges | undefined {
  const changes: Record<string, RateLimitChange> = {}
  for (const part of text.split(',')) {
    const [, name = '', max, per] = CHANGE.exec(part.trim()) ?? []
    if (!NAMES.has(name) || Number(max) === 0 || Number(per) === 0) return undefined
    changes[name] = { max: Number(max), per: Number(per) }
  }
  return changes
}
