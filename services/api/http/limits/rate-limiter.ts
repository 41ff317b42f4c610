import type { ServerResponse } from 'node:http'
import type {
  CountedLimitName,
  Limits,
  RateLimitName,
  SignedInLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { createCountedLimit, type CountedLimit, type CountedLimitDeps } from './counted-limits.ts'
import { createTrafficLimit } from './traffic-limits.ts'
import { networkOf } from '../client-address.ts'
import { NO_REFUND, tooMany, type LimitedCall, type RateLimitLease } from './rate-limit-lease.ts'
import { createTokenBuckets } from './token-buckets.ts'

const REMEMBERED_MAX = 20_000

function createSignedInLimit(
  limits: Limits['signedIn'],
  monotonicMs: () => number,
): (call: Pick<LimitedCall, 'address' | 'account'>) => RateLimitLease {
  const bucketsOf = (name: keyof Limits['signedIn']) =>
    createTokenBuckets(limits[name], { monotonicMs, max: REMEMBERED_MAX })
  const own = bucketsOf('signed-in')
  const ofAddress = bucketsOf('signed-in-address')
  return ({ address, account = '' }) => {
    const from = networkOf(address)
    const place = `${from} ${account}`
    const wait = own.take(place)
    if (wait > 0) throw tooMany(wait)
    const waitOfAll = ofAddress.take(from)
    if (waitOfAll === 0) return NO_REFUND
    own.refund(place)
    throw tooMany(waitOfAll)
  }
}

export interface RateLimiter {
  /** @throws Refusal too-many, with the seconds to wait */
  take(call: LimitedCall, response: ServerResponse): Promise<RateLimitLease>
  readonly admitAgain: CountedLimit['admitAgain']
}

export function createRateLimiter(limits: Limits, deps: CountedLimitDeps): RateLimiter {
  const traffic = createTrafficLimit(limits.traffic, deps.monotonicMs)
  const counted = createCountedLimit(limits.counted, deps)
  const signedIn = createSignedInLimit(limits.signedIn, deps.monotonicMs)
  const isCounted = (name: RateLimitName): name is CountedLimitName => name in limits.counted
  const isOfSignedIn = (name: RateLimitName): name is SignedInLimitName => name in limits.signedIn
  return {
    admitAgain: counted.admitAgain,
    take: async (call, response) => {
      if (isCounted(call.limit)) return counted.take(call.limit, call, response)
      if (isOfSignedIn(call.limit)) return signedIn(call)
      return traffic.take(call)
    },
  }
}
