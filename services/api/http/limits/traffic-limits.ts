import { LRUCache } from 'lru-cache'
import { NETWORKS_OF_BLOCK, type Limits } from '@app/contracts/limits/rate-limits.ts'
import { REFUSALS, Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { hash } from 'node:crypto'
import { SLUG } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'
import { tooMany, type LimitedCall, type RateLimitLease } from './rate-limit-lease.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

/** More than one address can fill: it runs out of `unknown` tokens first. */
const REMEMBERED_MAX = 50_000
const MISSES: ReadonlySet<RefusalCode> = new Set(['profile-not-found', 'visitor-not-found'])

type BucketName = keyof Limits['traffic']
type Buckets = Readonly<Record<BucketName, TokenBuckets>>

/** A network, or the block that it belongs to: each has buckets of its own. */
interface Place {
  readonly buckets: Buckets
  readonly from: string
  readonly onProfile: string
}
type Token = readonly [TokenBuckets, string]

interface TrafficState {
  readonly ofNetworks: Buckets
  readonly ofBlocks: Buckets
  readonly found: LRUCache<string, true>
}

type Asked = Pick<LimitedCall, 'address' | 'profile' | 'isPage' | 'appends' | 'isDated'>

export interface TrafficLimit {
  take(call: Asked): RateLimitLease
}

/** A network's first request for a profile also takes an `unknown` token, refunded when the profile exists. */
export function createTrafficLimit(limits: Limits['traffic'], monotonicMs: () => number): TrafficLimit {
  const bucketsOf = (networksOf: (name: BucketName) => number): Buckets => {
    const made = (name: BucketName): TokenBuckets => {
      const { burst, perSecond } = limits[name]
      const networks = networksOf(name)
      const limit = { burst: burst * networks, perSecond: perSecond * networks }
      return createTokenBuckets(limit, { monotonicMs, max: REMEMBERED_MAX })
    }
    return {
      traffic: made('traffic'),
      unknown: made('unknown'),
      network: made('network'),
      dated: made('dated'),
      events: made('events'),
    }
  }
  const state: TrafficState = {
    ofNetworks: bucketsOf(() => 1),
    ofBlocks: bucketsOf((name) => NETWORKS_OF_BLOCK[name]),
    found: new LRUCache({ max: REMEMBERED_MAX }),
  }

  return {
    take: (asked) => {
      const places = placesOf(state, asked)
      const isFound = state.found.get(places[0].onProfile) === true
      takeAll(places.flatMap((place) => tokensOf(place, asked, isFound)))
      return leaseOf(state, places, { asked, wasFound: isFound })
    },
  }
}

/** A caller has all 65,536 networks of a /48 of IPv6, and would use a new one each time. */
function placesOf(
  { ofNetworks, ofBlocks }: TrafficState,
  { address, profile, isPage = false }: Pick<Asked, 'address' | 'profile' | 'isPage'>,
): readonly [Place, ...Place[]] {
  const place = (buckets: Buckets, network: string): Place => ({
    buckets,
    from: networkKey(network),
    onProfile: profileKey(network, { profile, isPage }),
  })
  const ofNetwork = place(ofNetworks, networkOf(address))
  return address.includes(':') ? [ofNetwork, place(ofBlocks, networkBlockOf(address))] : [ofNetwork]
}

const tokensOf = (
  { buckets, from, onProfile }: Place,
  { appends, isDated }: Asked,
  isFound: boolean,
): readonly Token[] => [
  ...(isFound ? [] : [[buckets.unknown, from] as const]),
  ...(isDated === true ? [[buckets.dated, from] as const] : []),
  [buckets.traffic, onProfile],
  [buckets.network, from],
  ...(appends === true ? [[buckets.events, from] as const] : []),
]

/** All or none, the narrowest first. @throws Refusal too-many */
function takeAll(wanted: readonly Token[]): void {
  for (const [index, [buckets, key]] of wanted.entries()) {
    const wait = buckets.take(key)
    if (wait === 0) continue
    for (const [taken, itsKey] of wanted.slice(0, index)) taken.refund(itsKey)
    throw tooMany(wait)
  }
}

function leaseOf(
  { found }: TrafficState,
  places: readonly [Place, ...Place[]],
  { asked, wasFound }: { readonly asked: Asked; readonly wasFound: boolean },
): RateLimitLease {
  const { onProfile } = places[0]
  const each = (change: (place: Place) => void): void => places.forEach(change)
  return {
    succeeded: async () => {
      if (wasFound) return
      each(({ buckets, from }) => buckets.unknown.refund(from))
      found.set(onProfile, true)
    },
    failed: async (error) => {
      const isRefused = error instanceof Refusal && REFUSALS[error.code].status < 500
      const isMissed = error instanceof Refusal && MISSES.has(error.code)
      // Anything else may have been appended all the same.
      if (isRefused && asked.appends === true) each(({ buckets, from }) => buckets.events.refund(from))
      if (!isMissed && !wasFound) each(({ buckets, from }) => buckets.unknown.refund(from))
      if (isMissed && wasFound) {
        found.delete(onProfile)
        each(({ buckets, from }) => void buckets.unknown.take(from))
      }
    },
  }
}

// Keys are hashes, so that their length does not depend on the path.

const IMPOSSIBLE = '?'

function possibleName(profile: string): string {
  // Length first: a regular expression would read the whole name.
  if (profile.length > LIMITS.slugCharsMax) return IMPOSSIBLE
  const name = profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

const hashOf = (text: string): string => hash('sha256', text, 'base64')

export const networkKey = (network: string): string => hashOf(network)

export const profileKey = (
  network: string,
  { profile = '', isPage = false }: { readonly profile: string | undefined; readonly isPage?: boolean },
): string => hashOf(`${network} ${isPage ? 'page' : 'profile'} ${possibleName(profile)}`)
