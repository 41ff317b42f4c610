import { LRUCache } from 'lru-cache'
import { SLUG } from '@app/contracts/profiles.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { NETWORKS_OF_BLOCK, type Limits } from '@app/contracts/limits/rate-limits.ts'
import { REFUSALS, Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'
import type { LimitedCall, TakeTraffic } from './limited-call.ts'
import { createTokenBuckets, takeAll, type Token } from './token-buckets.ts'

/** More than one address can fill: it runs out of `unknown` tokens first. */
const REMEMBERED_MAX = 50_000
const MISSES: ReadonlySet<RefusalCode> = new Set(['profile-not-found', 'visitor-not-found'])

type BucketName = keyof Limits['traffic']
type Tokens = Readonly<Record<BucketName, Token>>

function bucketsFor(
  limits: Limits['traffic'],
  monotonicMs: () => number,
  networks: (name: BucketName) => number,
): (place: string, onProfile: string) => Tokens {
  const bucketsOf = (name: BucketName) => {
    const [{ burst, perSecond }, many] = [limits[name], networks(name)]
    const bucket = { burst: burst * many, perSecond: perSecond * many }
    return createTokenBuckets(bucket, { monotonicMs, max: REMEMBERED_MAX })
  }
  const [traffic, unknown, network] = [bucketsOf('traffic'), bucketsOf('unknown'), bucketsOf('network')]
  const [dated, events] = [bucketsOf('dated'), bucketsOf('events')]
  return (place, onProfile) => {
    return {
      traffic: traffic(onProfile),
      unknown: unknown(place),
      network: network(place),
      dated: dated(place),
      events: events(place),
    }
  }
}

const takenBy = (
  { unknown, dated, traffic, network, events }: Tokens,
  { isDated = false, appends = false }: Pick<LimitedCall, 'isDated' | 'appends'>,
  wasFound: boolean,
): readonly Token[] => [
  ...(wasFound ? [] : [unknown]),
  ...(isDated ? [dated] : []),
  traffic,
  network,
  ...(appends ? [events] : []),
]

/** A network's first request for a profile also takes an `unknown` token, refunded when the profile exists. */
export function createTrafficLimit(limits: Limits['traffic'], monotonicMs: () => number): TakeTraffic {
  const found = new LRUCache<string, true>({ max: REMEMBERED_MAX })
  const ofNetwork = bucketsFor(limits, monotonicMs, () => 1)
  const ofBlock = bucketsFor(limits, monotonicMs, (name) => NETWORKS_OF_BLOCK[name])

  return (call) => {
    const { address, appends } = call
    const [network, block] = [networkOf(address), networkBlockOf(address)]
    const onProfile = profileKey(network, call)
    const own = ofNetwork(network, onProfile)
    // A caller has all 65,536 networks of a /48 of IPv6, and would use a new one each time.
    const places = address.includes(':') ? [own, ofBlock(block, profileKey(block, call))] : [own]
    const wasFound = found.get(onProfile) === true
    const taken = places.flatMap((place) => takenBy(place, call, wasFound))
    takeAll(taken)
    const settle = (error?: unknown): void => {
      if (error === undefined) {
        if (!wasFound) for (const { unknown } of places) unknown.refund()
        found.set(onProfile, true)
        return
      }
      const isRefused = error instanceof Refusal && REFUSALS[error.code].status < 500
      const isMissed = error instanceof Refusal && MISSES.has(error.code)
      for (const { unknown, events } of places) {
        // Anything else may have been appended all the same.
        if (isRefused && appends) events.refund()
        if (!isMissed && !wasFound) unknown.refund()
        if (isMissed && wasFound) unknown.take()
      }
      if (isMissed) found.delete(onProfile)
    }
    return Object.assign(settle, { undo: () => taken.forEach(({ refund }) => refund()) })
  }
}

const IMPOSSIBLE = '?'

/** A key is short, whatever the path. */
function possibleName(profile: string): string {
  // Length first: a regular expression would read the whole name.
  if (profile.length > LIMITS.slugCharsMax) return IMPOSSIBLE
  const name = profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

export const profileKey = (
  network: string,
  { profile = '', isPage = false }: Pick<LimitedCall, 'profile' | 'isPage'>,
): string => `${network} ${isPage ? 'page' : 'profile'} ${possibleName(profile)}`
