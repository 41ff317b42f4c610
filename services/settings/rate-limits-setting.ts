import {
  RATE_LIMITS,
  SIGNED_IN_LIMITS,
  TRAFFIC_LIMITS,
  type LimitQuota,
  type Limits,
  type RateLimitName,
  type TokenBucket,
} from '@app/contracts/limits/rate-limits.ts'

/** Count and seconds of a quota, or size and refill a second of a bucket. */
interface RateLimitChange {
  readonly max: number
  readonly per: number
}
export type RateLimitChanges = { readonly [Name in RateLimitName]?: RateLimitChange }

const NAMES: ReadonlySet<string> = new Set(
  [RATE_LIMITS, TRAFFIC_LIMITS, SIGNED_IN_LIMITS].flatMap((limits) => Object.keys(limits)),
)
const NAME_CHARS_MAX = 40
const CHANGE = /^([a-z-]+)=(\d{1,9})\/(\d{1,9})$/

/** `login=50/900,traffic=1000/100`; undefined when not valid. */
export function rateLimitsOf(text: string): RateLimitChanges | undefined {
  const changes: Record<string, RateLimitChange> = {}
  for (const part of text.split(',')) {
    const [, name = '', max, per] = CHANGE.exec(part.trim()) ?? []
    if (!NAMES.has(name) || Number(max) === 0 || Number(per) === 0) return undefined
    changes[name] = { max: Number(max), per: Number(per) }
  }
  return changes
}

/** Repeats only a well-formed part, because anything else may be a misplaced secret. */
export function unknownRateLimit(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const names = text.split(',').map((part) => CHANGE.exec(part.trim())?.[1])
  const name = names.find((each) => each !== undefined && !NAMES.has(each))
  if (name === undefined) return undefined
  const known = [...NAMES].sort().join(', ')
  return `debe nombrar límites que existen; ${name.slice(0, NAME_CHARS_MAX)} no existe. Existen: ${known}.`
}

/** Looser quotas scale with the tightest, so that a stranger's attempts do not lock out an owner. */
export function withChanges(changes: RateLimitChanges): Limits {
  const each = <Limit>(limits: object, change: (limit: Limit, by: RateLimitChange) => Limit) =>
    Object.fromEntries(
      Object.entries(limits as Record<string, Limit>).map(([name, limit]) => {
        const by = (changes as Readonly<Record<string, RateLimitChange | undefined>>)[name]
        return [name, by === undefined ? limit : change(limit, by)]
      }),
    )
  const bucketOf = (_bucket: TokenBucket, { max, per }: RateLimitChange) => ({ burst: max, perSecond: per })
  return {
    counted: each(RATE_LIMITS, changed) as Limits['counted'],
    traffic: each(TRAFFIC_LIMITS, bucketOf) as Limits['traffic'],
    signedIn: each(SIGNED_IN_LIMITS, bucketOf) as Limits['signedIn'],
  }
}

function changed(quotas: readonly LimitQuota[], { max, per }: RateLimitChange): readonly LimitQuota[] {
  const tightest = quotas.reduce((least, quota) => (quota.max < least.max ? quota : least))
  return quotas.map((quota) => ({
    ...quota,
    max: Math.ceil((quota.max * max) / tightest.max),
    seconds: Math.ceil((quota.seconds * per) / tightest.seconds),
  }))
}
