import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LRUCache } from 'lru-cache'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'

/** The stream of a profile, or of an account and so of all its profiles. */
export interface ProfileChange {
  readonly stream: string
  readonly position: Position
  /** `closed`: not shown until `opened`. */
  readonly effect: 'closed' | 'opened' | 'edited'
}

/** A change that rows of the read models may lack. */
export interface KnownChange {
  readonly position: Position
  readonly isClosed: boolean
  /** Look-ups from this number on read rows with the change; undefined before the rows contain it. */
  readonly inRowsFrom: number | undefined
  inRows(): Promise<void>
  /** Whether a cached key is older than the change and is checked for the first time. */
  isFirstSeenBy(key: string): boolean
}

export interface PendingProfileChanges {
  note(change: ProfileChange): void
  of(record: ProfileRecord): readonly KnownChange[]
  lookUpNumber(): number
}

/** Older ones are in the rows, and the cache has been refreshed since. */
const KNOWN_MAX = 10_000
export const IN_ROWS_MS_MAX = 500

export function createPendingProfileChanges(
  passed: (position: Position, timeoutMs: number) => Promise<unknown>,
): PendingProfileChanges {
  const known = new LRUCache<string, KnownChange>({ max: KNOWN_MAX })
  let lookUps = 0

  function knownOf({ position, effect }: ProfileChange, wasClosed: boolean): KnownChange {
    const seenBy = new Set<string>()
    let waiting: Promise<void> | undefined
    let inRowsFrom: number | undefined
    const markInRows = (): void => void (inRowsFrom = lookUps += 1)
    return {
      position,
      isClosed: effect === 'closed' || (effect === 'edited' && wasClosed),
      get inRowsFrom() {
        return inRowsFrom
      },
      // Started by the first reader: most changes are of profiles that nobody views in this process.
      inRows: () => (waiting ??= passed(position, IN_ROWS_MS_MAX).then(markInRows, markInRows)),
      isFirstSeenBy: (key) => !seenBy.has(key) && seenBy.add(key) !== undefined,
    }
  }

  return {
    note: (change) => {
      const { stream, position } = change
      const before = known.peek(stream)
      if (before !== undefined && before.position >= position) return
      known.set(stream, knownOf(change, before?.isClosed ?? false))
    },
    of: ({ profile, ownerId }) =>
      // `peek` renews no entry: changes that the rows contain are evicted first.
      [
        known.peek(profileStream(profile.id)),
        ...(profile.id === DEMO_PROFILE_ID ? [] : [known.peek(accountStream(ownerId))]),
      ].filter((change) => change !== undefined),
    lookUpNumber: () => lookUps,
  }
}
