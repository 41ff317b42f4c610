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
import type { RateCounter } from './rate-counters.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'
import { tooMany, type LimitedCall } from './limited-call.ts'
import type { Ctx } from '../../ctx.ts'

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

function createCounting({
  counters,
  usualAddresses,
  now,
  monotonicMs,
}: Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>) {
  const refused = new LRUCache<string, { readonly windowEnd: Date; readonly untilMs: number }>({
    max: REMEMBERED_MAX,
  })

  async function refund(taken: readonly Taken[]): Promise<void> {
    await Promise.all(taken.map((count) => counters.refund(count, count.windowEnd)))
    for (const { refusedAs } of taken) refused.delete(refusedAs)
  }

  /** Takes all, or none and names the one that is full. */
  async function take(call: LimitedCall, counts: readonly Count[]): Promise<readonly Taken[] | Taken> {
    // Before any query, and before anything is counted that would need a refund.
    for (const count of counts) {
      const { windowEnd, untilMs = 0 } = refused.get(count.refusedAs) ?? {}
      if (windowEnd !== undefined && untilMs > monotonicMs())
        return { ...count, used: count.quota.max, windowEnd }
    }
    const all: Taken[] = []
    for (const count of counts) {
      const { isTaken, used, windowEnd } = await counters.take(count, count.quota)
      const taken = { ...count, used, windowEnd }
      if (isTaken) all.push(taken)
      else if (!count.exemptsUsual || !(await usualAddresses.has(await call.findAccount(), call.address))) {
        await refund(all)
        const leftMs = windowEnd.getTime() - now().getTime()
        refused.set(count.refusedAs, { windowEnd, untilMs: monotonicMs() + Math.min(REMEMBERED_MS, leftMs) })
        return taken
      }
    }
    return all
  }
  return { take, refund }
}

/** Counted in the database, for all processes; these calls need it anyway. */
export function createCountedLimits(
  quotas: Limits['counted'],
  deps: Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>,
) {
  const { take, refund } = createCounting(deps)
  const secondsUntil = (end: Date): number =>
    Math.max(0, Math.ceil((end.getTime() - deps.now().getTime()) / 1_000))

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
    call: LimitedCall,
    response: ServerResponse,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const taken = await take(call, countsOf(name, quotas[name], call, await deps.keyOfToday()))
    setHeaders(response, name, [taken].flat())
    if ('windowEnd' in taken) {
      const seconds = secondsUntil(taken.windowEnd)
      throw tooMany(seconds, name === 'login' ? tooManyLogins(seconds) : undefined)
    }
    try {
      const result = await work()
      if (COUNTED_CALLS[name] === 'refused') {
        await refund(taken)
        setHeaders(response, name, taken, 1)
      }
      return result
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code !== 'busy' && REFUSALS[error.code].status < 500
      if (name in COUNTED_CALLS && !isRefused) await refund(taken)
      throw error
    }
  }
}

function countsOf(
  limit: CountedLimitName,
  quotas: readonly LimitQuota[],
  { address, account, profile }: LimitedCall,
  key: Buffer,
): readonly Count[] {
  const whose = { network: networkOf(address), block: networkBlockOf(address), account, profile }
  const hasOwnOfNetwork = quotas.some(({ by }) => by.length > 1)
  // A /48 of IPv6 has networks without end, so it has quotas of its own beside theirs.
  const ofBlocks = quotas.flatMap((quota): readonly LimitQuota[] =>
    quota.by.join() === 'network' && address.includes(':')
      ? [quota, { ...quota, by: ['block'], max: quota.max * COUNTED_NETWORKS_OF_BLOCK }]
      : [quota],
  )
  return ofBlocks.flatMap((quota) => {
    const texts = quota.by.map((each) => whose[each])
    if (texts.includes(undefined)) return []
    const name = `${limit} by ${quota.by.join(' and ')} in ${quota.seconds} s`
    const keyHash = createHmac('sha256', key).update(texts.join('\n')).digest()
    const exemptsUsual = hasOwnOfNetwork && quota.by.join() === 'account'
    const refusedAs = `${name} ${keyHash.toString('base64')} ${exemptsUsual ? whose.network : ''}`
    return [{ name, keyHash, quota, exemptsUsual, refusedAs }]
  })
}
