import { LRUCache } from 'lru-cache'
import type { Limits } from '@app/contracts/rate-limits.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { networkOf } from '../client-address.ts'
import { NO_REFUND, tooMany, type LimitedCall, type RateLimitLease } from './rate-limit-lease.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'
import { networkKey, profileKey } from './traffic-keys.ts'

/** More than one address can fill: it runs out of `unknown` tokens first. */
const REMEMBERED_MAX = 50_000
const MISSES: ReadonlySet<RefusalCode> = new Set(['profile-not-found', 'visitor-not-found'])

type Buckets = Readonly<Record<keyof Limits['traffic'], TokenBuckets>>

interface Place {
  readonly from: string
  readonly onProfile: string
}

interface TrafficState extends Buckets {
  readonly found: LRUCache<string, true>
}

export interface TrafficLimit {
  take(call: Pick<LimitedCall, 'address' | 'profile' | 'isPage' | 'isDated'>): RateLimitLease
  /** Apart from all others: an open page must not use up what its next click needs. */
  presence(call: Pick<LimitedCall, 'address'>): RateLimitLease
}

/** A network's first request for a profile also takes an `unknown` token, refunded when the profile exists. */
export function createTrafficLimit(limits: Limits['traffic'], monotonicMs: () => number): TrafficLimit {
  const bucketsOf = (name: keyof Limits['traffic']): TokenBuckets =>
    createTokenBuckets(limits[name], { monotonicMs, max: REMEMBERED_MAX })
  const state: TrafficState = {
    traffic: bucketsOf('traffic'),
    unknown: bucketsOf('unknown'),
    network: bucketsOf('network'),
    dated: bucketsOf('dated'),
    presence: bucketsOf('presence'),
    found: new LRUCache({ max: REMEMBERED_MAX }),
  }

  return {
    take: ({ address, isDated = false, ...asked }) => {
      const network = networkOf(address)
      const place = { from: networkKey(network), onProfile: profileKey(network, asked) }
      const isFound = state.found.get(place.onProfile) === true
      takeAll([
        ...(isFound ? [] : [[state.unknown, place.from] as const]),
        ...(isDated ? [[state.dated, place.from] as const] : []),
        [state.traffic, place.onProfile],
        [state.network, place.from],
      ])
      return leaseOf(state, place, isFound)
    },
    presence: ({ address }) => {
      takeAll([[state.presence, networkKey(networkOf(address))]])
      return NO_REFUND
    },
  }
}

/** All or none, the narrowest first. @throws Refusal too-many */
function takeAll(wanted: readonly (readonly [TokenBuckets, string])[]): void {
  for (const [index, [buckets, key]] of wanted.entries()) {
    const wait = buckets.take(key)
    if (wait === 0) continue
    for (const [taken, itsKey] of wanted.slice(0, index)) taken.refund(itsKey)
    throw tooMany(wait)
  }
}

function leaseOf(
  { unknown, found }: TrafficState,
  { from, onProfile }: Place,
  wasFound: boolean,
): RateLimitLease {
  return {
    succeeded: async () => {
      if (wasFound) return
      unknown.refund(from)
      found.set(onProfile, true)
    },
    failed: async (error) => {
      const isMissed = error instanceof Refusal && MISSES.has(error.code)
      if (!isMissed && !wasFound) unknown.refund(from)
      if (isMissed && wasFound) {
        found.delete(onProfile)
        unknown.take(from)
      }
    },
  }
}
