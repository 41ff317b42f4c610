import type { ServerResponse } from 'node:http'
import type {
  CountedLimitName,
  Limits,
  RateLimitName,
  SignedInLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { createCountedLimit, type CountedLimit, type CountedLimitDeps } from './counted-limits.ts'
import { createSignedInLimit } from './signed-in-limits.ts'
import type { LimitedCall, RateLimitLease } from './rate-limit-lease.ts'
import { createTrafficLimit } from './traffic-limits.ts'

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
      return call.limit === 'presence' ? traffic.presence(call) : traffic.take(call)
    },
  }
}
