import type { z } from 'zod'
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

const NAMES: readonly string[] = [RATE_LIMITS, TRAFFIC_LIMITS, SIGNED_IN_LIMITS]
  .flatMap((limits) => Object.keys(limits))
  .sort()
const FORM =
  'debe ser una lista como login=50/900,traffic=1000/100: nombre=máximo/segundos (o ráfaga/por segundo).'

/** `login=50/900,traffic=1000/100`. An advice repeats only a well-formed name, because anything else may be a secret. */
export function rateLimitsOf(text: string, context: z.RefinementCtx): RateLimitChanges {
  const changes: Record<string, RateLimitChange> = {}
  for (const part of text.split(',')) {
    const [, name, max, per] = /^([a-z-]{1,40})=(\d{1,9})\/(\d{1,9})$/.exec(part.trim()) ?? []
    if (name === undefined || Number(max) === 0 || Number(per) === 0) context.addIssue(FORM)
    else if (NAMES.includes(name)) changes[name] = { max: Number(max), per: Number(per) }
    else
      context.addIssue(`debe nombrar límites que existen; ${name} no existe. Existen: ${NAMES.join(', ')}.`)
  }
  return changes
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
