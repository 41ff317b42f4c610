import type { Limits } from '@app/contracts/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { networkOf } from './client-address.ts'
import { tooMany, type LimitedCall, type Ticket } from './rate-ticket.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

/** Of each kind; what an address cannot fill on its own, as its unknown profiles are held back first. */
const REMEMBERED_MAX = 50_000

interface TrafficState {
  readonly traffic: TokenBuckets
  readonly unknown: TokenBuckets
  /** Where an address found a profile before. */
  readonly found: Set<string>
}

/**
 * Holds traffic back in the memory of this process: no I/O, for it is asked before every tap and click.
 * Whoever asks for a profile that they have not found before pays for a miss, and gets it back when it was none.
 */
export function createTrafficLimit(
  limits: Limits['traffic'],
  monotonicMs: () => number,
): (call: Pick<LimitedCall, 'address' | 'profile'>) => Ticket {
  const bucketsOf = (name: keyof Limits['traffic']): TokenBuckets =>
    createTokenBuckets(limits[name], { monotonicMs, max: REMEMBERED_MAX })
  const state: TrafficState = {
    traffic: bucketsOf('traffic'),
    unknown: bucketsOf('unknown'),
    found: new Set(),
  }

  return ({ address, profile = '' }) => {
    const from = networkOf(address)
    // Slugs and ids are found in any spelling.
    const place = `${from} ${profile.toLowerCase()}`
    const isFound = state.found.has(place)
    const missWait = isFound ? 0 : state.unknown.take(from)
    if (missWait > 0) throw tooMany(missWait)
    const wait = state.traffic.take(place)
    if (wait === 0) return ticketOf(state, from, place, isFound)
    if (!isFound) state.unknown.giveBack(from)
    throw tooMany(wait)
  }
}

function ticketOf({ unknown, found }: TrafficState, from: string, place: string, wasFound: boolean): Ticket {
  return {
    succeeded: async () => {
      if (wasFound) return
      unknown.giveBack(from)
      found.add(place)
      if (found.size > REMEMBERED_MAX) found.delete(found.values().next().value!)
    },
    failed: async (error) => {
      const isMissed = error instanceof Refusal && error.code === 'profile-not-found'
      if (!isMissed && !wasFound) unknown.giveBack(from)
      // It was there before: from now on it is as unknown as any other.
      if (isMissed && wasFound) {
        found.delete(place)
        unknown.take(from)
      }
    },
  }
}
