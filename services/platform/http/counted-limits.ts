import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  COUNTED_CALLS,
  type CountedLimitName,
  type LimitQuota,
  type Limits,
} from '@app/contracts/limits/rate-limits.ts'
import { tooManyLogins } from '@app/contracts/refusals.ts'
import { networkOf } from './client-address.ts'
import type { RateCounter } from './counters.ts'
import { isRefused, keyOf, namedQuotas, tooMany, type Caller, type NamedQuota } from './memory-limits.ts'
import type { Ctx } from '../ctx.ts'

interface Taken extends RateCounter {
  readonly quota: NamedQuota
  readonly used: number
  readonly windowEnd: Date
}

type Counting = Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>

/** A flood over its quota costs one query in this time. Another process may refund meanwhile, or an address become usual. */
const REFUSED_MS = 1_000
const REFUSED_MAX = 10_000

async function countersOf(
  name: CountedLimitName,
  quotas: readonly LimitQuota[],
  caller: Caller,
  secret: Buffer,
) {
  return namedQuotas(name, quotas).flatMap((quota) => {
    const key = keyOf(quota, caller)
    if (key === undefined) return []
    // A stranger's refusal at an account is remembered for their network only, where another one may be exempt.
    const isExemptible = name === 'login' && quota.by.join() === 'account'
    const refusedAs = quota.name + key + (isExemptible ? networkOf(caller.address) : '')
    const keyHash = createHmac('sha256', secret).update(key).digest()
    return [{ name: quota.name, keyHash, quota, isExemptible, refusedAs }]
  })
}

/** Takes of all counters, or of none: then it answers the full one. */
function createTake(limits: Limits, { counters, keyOfToday, usualAddresses, now, monotonicMs }: Counting) {
  const refused = new LRUCache<string, { readonly windowEnd: Date; readonly untilMs: number }>({
    max: REFUSED_MAX,
  })
  return async (name: CountedLimitName, caller: Caller): Promise<readonly Taken[] | Taken> => {
    const all = await countersOf(name, limits[name], caller, await keyOfToday())
    for (const counter of all) {
      const { windowEnd = now(), untilMs = 0 } = refused.get(counter.refusedAs) ?? {}
      if (windowEnd > now() && untilMs > monotonicMs())
        return { ...counter, used: counter.quota.max, windowEnd }
    }
    const taken: Taken[] = []
    for (const counter of all) {
      const { isTaken, used, windowEnd } = await counters.take(counter, counter.quota)
      const count = { ...counter, used, windowEnd }
      if (isTaken) taken.push(count)
      else if (
        !counter.isExemptible ||
        !(await usualAddresses.has((await caller.findAccount?.()) ?? '', caller.address))
      ) {
        await refund(counters, taken)
        refused.set(counter.refusedAs, { windowEnd, untilMs: monotonicMs() + REFUSED_MS })
        return count
      }
    }
    return taken
  }
}

const refund = (counters: Ctx['counters'], taken: readonly Taken[]): Promise<unknown> =>
  Promise.all(taken.map((count) => counters.refund(count, count.windowEnd)))

/** Counted in the database, for all processes; these calls need it anyway. */
export function createCountedLimits(limits: Limits, counting: Counting) {
  const { counters, now } = counting
  const take = createTake(limits, counting)
  const secondsUntil = (end: Date): number =>
    Math.max(0, Math.ceil((end.getTime() - now().getTime()) / 1_000))

  /** Headers of the IETF draft (`RateLimit`, draft 8), for the quota that ends first. */
  function setHeaders(response: ServerResponse, name: string, taken: readonly Taken[], back = 0): void {
    const left = ({ quota, used }: Taken): number => quota.max - used + back
    const [first] = taken.toSorted((one, other) => left(one) - left(other))
    if (first === undefined || response.headersSent) return
    const { quota, windowEnd } = first
    response.setHeader('RateLimit-Policy', `"${name}";q=${quota.max};w=${quota.seconds}`)
    response.setHeader('RateLimit', `"${name}";r=${left(first)};t=${secondsUntil(windowEnd)}`)
  }

  return async <Result>(
    name: CountedLimitName,
    caller: Caller,
    response: ServerResponse,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const taken = await take(name, caller)
    setHeaders(response, name, [taken].flat())
    if ('windowEnd' in taken) {
      const seconds = secondsUntil(taken.windowEnd)
      throw tooMany(seconds, name === 'login' ? tooManyLogins(seconds) : undefined)
    }
    try {
      const result = await work()
      if (COUNTED_CALLS[name] === 'refused') {
        await refund(counters, taken)
        setHeaders(response, name, taken, 1)
      }
      return result
    } catch (error) {
      if (name in COUNTED_CALLS && !isRefused(error)) await refund(counters, taken)
      throw error
    }
  }
}
