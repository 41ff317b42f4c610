import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SLUG } from '@app/contracts/events/profile-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { NETWORKS_OF_BLOCK, type Limits } from '@app/contracts/limits/rate-limits.ts'
import { REFUSALS, Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'
import { takeAll, type LimitedCall, type RunLimited } from './limited-call.ts'
import { createTokenBuckets, type Token } from './token-buckets.ts'

/** More than one address can fill: it runs out of `unknown` tokens first. */
const REMEMBERED_MAX = 50_000
const MISSES: ReadonlySet<RefusalCode> = new Set(['profile-not-found', 'visitor-not-found'])

type BucketName = keyof Limits['traffic']

function bucketsOf(
  limits: Limits['traffic'],
  monotonicMs: () => number,
  networksOf: (name: BucketName) => number,
) {
  const made = (name: BucketName) => {
    const { burst, perSecond } = limits[name]
    const limit = { burst: burst * networksOf(name), perSecond: perSecond * networksOf(name) }
    return createTokenBuckets(limit, { monotonicMs, max: REMEMBERED_MAX })
  }
  const [unknown, dated, traffic] = [made('unknown'), made('dated'), made('traffic')]
  const [network, events] = [made('network'), made('events')]
  return (place: string, call: LimitedCall) => {
    const [from, onProfile] = [networkKey(place), profileKey(place, call)]
    return {
      onProfile,
      unknown: unknown(from),
      dated: dated(from),
      traffic: traffic(onProfile),
      network: network(from),
      events: events(from),
    }
  }
}

const tokensOf = (
  { unknown, dated, traffic, network, events }: ReturnType<ReturnType<typeof bucketsOf>>,
  { isDated = false, appends = false }: LimitedCall,
  wasFound: boolean,
): readonly Token[] => [
  ...(wasFound ? [] : [unknown]),
  ...(isDated ? [dated] : []),
  traffic,
  network,
  ...(appends ? [events] : []),
]

/** A network's first request for a profile also takes an `unknown` token, refunded when the profile exists. */
export function createTrafficLimit(limits: Limits['traffic'], monotonicMs: () => number) {
  const ofNetwork = bucketsOf(limits, monotonicMs, () => 1)
  const ofBlock = bucketsOf(limits, monotonicMs, (name) => NETWORKS_OF_BLOCK[name])
  const found = new LRUCache<string, true>({ max: REMEMBERED_MAX })

  return async <Result>(...[call, , work]: Parameters<RunLimited<Result>>): Promise<Result> => {
    const { address, appends } = call
    const own = ofNetwork(networkOf(address), call)
    // A caller has all 65,536 networks of a /48 of IPv6, and would use a new one each time.
    const places = address.includes(':') ? [own, ofBlock(networkBlockOf(address), call)] : [own]
    const wasFound = found.get(own.onProfile) === true
    takeAll(places.flatMap((place) => tokensOf(place, call, wasFound)))
    try {
      const result = await work()
      if (!wasFound) for (const { unknown } of places) unknown.refund()
      found.set(own.onProfile, true)
      return result
    } catch (error) {
      const isRefused = error instanceof Refusal && REFUSALS[error.code].status < 500
      const isMissed = error instanceof Refusal && MISSES.has(error.code)
      for (const { unknown, events } of places) {
        // Anything else may have been appended all the same.
        if (isRefused && appends) events.refund()
        if (!isMissed && !wasFound) unknown.refund()
        if (isMissed && wasFound) unknown.take()
      }
      if (isMissed) found.delete(own.onProfile)
      throw error
    }
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

export const networkKey = (network: string): string => hash('sha256', network, 'base64')

export const profileKey = (
  network: string,
  { profile = '', isPage = false }: Pick<LimitedCall, 'profile' | 'isPage'>,
): string => networkKey(`${network} ${isPage ? 'page' : 'profile'} ${possibleName(profile)}`)
