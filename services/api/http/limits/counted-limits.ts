import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  COUNTED_CALLS,
  COUNTED_NETWORKS_OF_BLOCK,
  type CountedLimitName,
  type LimitQuota,
  type Limits,
} from '@app/contracts/limits/rate-limits.ts'
import { REFUSALS, Refusal, tooManyLogins } from '@app/contracts/refusals.ts'
import type { RateCounter, RateCounters } from '@app/vault/logins/rate-counters.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'
import { tooMany, type LimitedCall, type RunLimited } from './limited-call.ts'
import type { UsualAddresses } from './usual-addresses.ts'

export interface CountedLimitDeps {
  readonly counters: RateCounters
  /** Addresses are hashed under the key of the day, and anonymous once it is destroyed. */
  readonly keyOfToday: () => Promise<Buffer>
  readonly usualAddresses: Pick<UsualAddresses, 'has'>
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/** A flood over its quota costs one query in this time. Another process may refund meanwhile. */
const REMEMBERED_MS = 1_000
const REMEMBERED_MAX = 10_000

interface Count extends RateCounter {
  readonly quota: LimitQuota
  readonly exemptsUsual: boolean
  /** Refusals are remembered under it: at this network only, where another may be exempt. */
  readonly refusedAs: string
}

interface Taken extends Count {
  readonly used: number
  readonly windowEnd: Date
}

const secondsUntil = ({ now }: Pick<CountedLimitDeps, 'now'>, end: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now().getTime()) / 1_000))

/** Headers of the IETF draft (`RateLimit`, draft 8), for the quota that ends first. */
function setHeaders(
  deps: CountedLimitDeps,
  response: ServerResponse,
  name: string,
  taken: readonly Taken[],
): void {
  const left = ({ quota, used }: Taken): number => quota.max - used
  const [first] = taken.toSorted((one, other) => left(one) - left(other))
  if (first === undefined || response.headersSent) return
  const { quota, windowEnd } = first
  response.setHeader('RateLimit-Policy', `"${name}";q=${quota.max};w=${quota.seconds}`)
  response.setHeader('RateLimit', `"${name}";r=${left(first)};t=${secondsUntil(deps, windowEnd)}`)
}

function createCounting({ counters, usualAddresses, now, monotonicMs }: CountedLimitDeps) {
  const refused = new LRUCache<string, { readonly windowEnd: Date; readonly untilMs: number }>({
    max: REMEMBERED_MAX,
  })
  const rememberedEnd = ({ refusedAs }: Count): Date | undefined => {
    const { windowEnd, untilMs = 0 } = refused.get(refusedAs) ?? {}
    return windowEnd !== undefined && windowEnd > now() && untilMs > monotonicMs() ? windowEnd : undefined
  }
  const isExempt = async ({ exemptsUsual }: Count, { findAccount, address }: LimitedCall): Promise<boolean> =>
    exemptsUsual && usualAddresses.has(await findAccount(), address)

  async function refund(taken: readonly Taken[]): Promise<void> {
    await Promise.all(taken.map((count) => counters.refund(count, count.windowEnd)))
    for (const { refusedAs } of taken) refused.delete(refusedAs)
  }

  /** Takes all, or none and names the one that is full. */
  async function take(call: LimitedCall, counts: readonly Count[]): Promise<readonly Taken[] | Taken> {
    // Before any query, and before anything is counted that would need a refund.
    for (const count of counts) {
      const windowEnd = rememberedEnd(count)
      if (windowEnd !== undefined) return { ...count, used: count.quota.max, windowEnd }
    }
    const all: Taken[] = []
    for (const count of counts) {
      const { isTaken, used, windowEnd } = await counters.take(count, count.quota)
      const taken = { ...count, used, windowEnd }
      if (isTaken) all.push(taken)
      else if (!(await isExempt(count, call))) {
        await refund(all)
        refused.set(count.refusedAs, { windowEnd, untilMs: monotonicMs() + REMEMBERED_MS })
        return taken
      }
    }
    return all
  }
  return { take, refund }
}

/** Counted in the database, for all processes; these calls need it anyway. */
export function createCountedLimits(quotas: Limits['counted'], deps: CountedLimitDeps) {
  const { take, refund } = createCounting(deps)
  return async <Result>(
    name: CountedLimitName,
    ...[call, response, work]: Parameters<RunLimited<Result>>
  ): Promise<Result> => {
    const taken = await take(call, countsOf(name, quotas[name], call, await deps.keyOfToday()))
    setHeaders(deps, response, name, [taken].flat())
    if ('windowEnd' in taken) {
      const seconds = secondsUntil(deps, taken.windowEnd)
      throw tooMany(seconds, name === 'login' ? tooManyLogins(seconds) : undefined)
    }
    try {
      const result = await work()
      if (COUNTED_CALLS[name] === 'refused') {
        await refund(taken)
        setHeaders(
          deps,
          response,
          name,
          taken.map((count) => ({ ...count, used: count.used - 1 })),
        )
      }
      return result
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code !== 'busy' && REFUSALS[error.code].status < 500
      if (name in COUNTED_CALLS && !isRefused) await refund(taken)
      throw error
    }
  }
}

/** A /48 of IPv6 has networks without end, so it has quotas of its own beside theirs. */
const withBlocks = (quotas: readonly LimitQuota[], address: string): readonly LimitQuota[] =>
  quotas.flatMap((quota) => {
    const isOfNetwork = quota.by.join() === 'network' && address.includes(':')
    const ofBlock = { ...quota, by: ['block'], max: quota.max * COUNTED_NETWORKS_OF_BLOCK } as const
    return isOfNetwork ? [quota, ofBlock] : [quota]
  })

function countsOf(
  limit: CountedLimitName,
  quotas: readonly LimitQuota[],
  { address, account, profile }: LimitedCall,
  key: Buffer,
): readonly Count[] {
  const whose = { network: networkOf(address), block: networkBlockOf(address), account, profile }
  const hasOwnOfNetwork = quotas.some(({ by }) => by.length > 1)
  return withBlocks(quotas, address).flatMap((quota) => {
    const texts = quota.by.map((each) => whose[each])
    if (texts.includes(undefined)) return []
    const name = `${limit} by ${quota.by.join(' and ')} in ${quota.seconds} s`
    const keyHash = createHmac('sha256', key).update(texts.join('\n')).digest()
    const exemptsUsual = hasOwnOfNetwork && quota.by.join() === 'account'
    const refusedAs = `${name} ${keyHash.toString('base64')} ${exemptsUsual ? whose.network : ''}`
    return [{ name, keyHash, quota, exemptsUsual, refusedAs }]
  })
}
