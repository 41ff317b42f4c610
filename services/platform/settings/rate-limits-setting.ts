import type { z } from 'zod'
import {
  RATE_LIMITS,
  SIGNED_IN_LIMITS,
  TRAFFIC_LIMITS,
  type Limits,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'

/** Count and seconds of a quota, or size and refill a second of a bucket. */
export type RateLimitChanges = { readonly [Name in RateLimitName]?: RateLimitChange }
interface RateLimitChange {
  readonly max: number
  readonly per: number
}

const NAMES = [RATE_LIMITS, TRAFFIC_LIMITS, SIGNED_IN_LIMITS].flatMap((limits) => Object.keys(limits)).sort()
const FORM = 'debe ser una lista como login=50/900,traffic=1000/100 (máximo/segundos o ráfaga/por segundo).'

/** An advice repeats only a well-formed name, because anything else may be a secret. */
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
export function withChanges(changes: Readonly<Record<string, RateLimitChange | undefined>>): Limits {
  const buckets = (limits: object) => ({
    ...limits,
    ...Object.fromEntries(
      Object.entries(changes)
        .filter(([name]) => name in limits)
        .map(([name, by]) => [name, { burst: by!.max, perSecond: by!.per }]),
    ),
  })
  const counted = Object.entries(RATE_LIMITS).map(([name, quotas]) => {
    const tightest = quotas.reduce((least, quota) => (quota.max < least.max ? quota : least))
    const { max, per } = changes[name] ?? { max: tightest.max, per: tightest.seconds }
    const changed = quotas.map((quota) => ({
      ...quota,
      max: Math.ceil((quota.max * max) / tightest.max),
      seconds: Math.ceil((quota.seconds * per) / tightest.seconds),
    }))
    return [name, changed]
  })
  return {
    counted: Object.fromEntries(counted) as Limits['counted'],
    traffic: buckets(TRAFFIC_LIMITS) as Limits['traffic'],
    signedIn: buckets(SIGNED_IN_LIMITS) as Limits['signedIn'],
  }
}
