import type { CountedLimitName, Limits, RateLimitName } from '@app/contracts/limits/rate-limits.ts'
import { networkOf } from '../client-address.ts'
import { createCountedLimits } from './counted-limits.ts'
import type { LimitedCall } from './limited-call.ts'
import { createTokenBuckets, takeAll } from './token-buckets.ts'
import { createTrafficLimit } from './traffic-limits.ts'
import type { Ctx } from '../../ctx.ts'

const REMEMBERED_MAX = 20_000

export function createCallLimits(
  limits: Limits,
  deps: Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>,
): Ctx['limits'] {
  const counted = createCountedLimits(limits.counted, deps)
  const takeTraffic = createTrafficLimit(limits.traffic, deps.monotonicMs)
  const buckets = { monotonicMs: deps.monotonicMs, max: REMEMBERED_MAX }
  const own = createTokenBuckets(limits.signedIn['signed-in'], buckets)
  const ofAddress = createTokenBuckets(limits.signedIn['signed-in-address'], buckets)
  const isCounted = (name: RateLimitName): name is CountedLimitName => name in limits.counted
  async function runTraffic<Result>(call: LimitedCall, work: () => Promise<Result>): Promise<Result> {
    const settle = takeTraffic(call)
    try {
      const result = await work()
      settle()
      return result
    } catch (error) {
      settle(error)
      throw error
    }
  }
  return {
    takeTraffic,
    run: async (name, call, response, work) => {
      if (isCounted(name)) return counted(name, call, response, work)
      if (name in limits.traffic) return runTraffic(call, work)
      const network = networkOf(call.address)
      takeAll([own(`${network} ${call.account ?? ''}`), ofAddress(network)])
      return work()
    },
  }
}
