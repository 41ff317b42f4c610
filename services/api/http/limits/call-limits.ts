import type {
  CountedLimitName,
  Limits,
  RateLimitName,
  SignedInLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { networkOf } from '../client-address.ts'
import { createCountedLimits, type CountedLimitDeps } from './counted-limits.ts'
import { takeAll, type CallLimits } from './limited-call.ts'
import { createTokenBuckets } from './token-buckets.ts'
import { createTrafficLimit } from './traffic-limits.ts'

const REMEMBERED_MAX = 20_000

export function createCallLimits(limits: Limits, deps: CountedLimitDeps): CallLimits {
  const counted = createCountedLimits(limits.counted, deps)
  const traffic = createTrafficLimit(limits.traffic, deps.monotonicMs)
  const bucketsOf = (name: SignedInLimitName) =>
    createTokenBuckets(limits.signedIn[name], { ...deps, max: REMEMBERED_MAX })
  const [own, ofAddress] = [bucketsOf('signed-in'), bucketsOf('signed-in-address')]
  const isCounted = (name: RateLimitName): name is CountedLimitName => name in limits.counted
  return {
    run: (name, call, response, work) => {
      if (isCounted(name)) return counted(name, call, response, work)
      if (!(name in limits.signedIn)) return traffic(call, response, work)
      const network = networkOf(call.address)
      takeAll([own(`${network} ${call.account ?? ''}`), ofAddress(network)])
      return work()
    },
  }
}
