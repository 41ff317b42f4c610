import type { Limits } from '@app/contracts/limits/rate-limits.ts'
import { networkOf } from '../client-address.ts'
import { NO_REFUND, tooMany, type LimitedCall, type RateLimitLease } from './rate-limit-lease.ts'
import { createTokenBuckets } from './token-buckets.ts'

const REMEMBERED_MAX = 20_000

export function createSignedInLimit(
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
