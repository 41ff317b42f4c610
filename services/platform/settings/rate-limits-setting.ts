import type { z } from 'zod'
import {
  MEMORY_LIMITS,
  RATE_LIMITS,
  type LimitQuota,
  type Limits,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'

/** Count and seconds of a quota. */
export type RateLimitChanges = { readonly [Name in RateLimitName]?: RateLimitChange }
interface RateLimitChange {
  readonly max: number
  readonly per: number
}

const ALL = { ...RATE_LIMITS, ...MEMORY_LIMITS }
const NAMES: readonly string[] = Object.keys(ALL).sort()
const FORM = 'debe ser una lista como login=50/900,traffic=1000/100: nombre=máximo/segundos.'

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
export const withChanges = (changes: RateLimitChanges): Limits =>
  Object.fromEntries(
    Object.entries<readonly LimitQuota[]>(ALL).map(([name, quotas]) => {
      const change = changes[name as RateLimitName]
      return [name, change === undefined ? quotas : changed(quotas, change)]
    }),
  ) as Limits

function changed(quotas: readonly LimitQuota[], { max, per }: RateLimitChange): readonly LimitQuota[] {
  const tightest = quotas.reduce((least, quota) => (quota.max < least.max ? quota : least))
  return quotas.map((quota) => ({
    ...quota,
    max: Math.ceil((quota.max * max) / tightest.max),
    seconds: Math.ceil((quota.seconds * per) / tightest.seconds),
  }))
}
