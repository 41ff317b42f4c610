import type { Position } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import { LRUCache } from 'lru-cache'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'

/** What the log says of a profile, or of an account and so of all its profiles. */
export interface ProfileChange {
  /** The profile's or the account's, in the log. */
  readonly stream: string
  readonly position: Position
  /** `closed`: nobody sees it until it is opened again. */
  readonly effect: 'closed' | 'opened' | 'edited'
}

/** A change that rows of the read models may not hold yet. */
export interface KnownChange {
  readonly position: Position
  readonly isClosed: boolean
  /** Look-ups with this number and later ones began with the change in the rows; undefined before it was there. */
  readonly heldFrom: number | undefined
  /** Resolves once the rows hold it, or were waited for long enough. */
  inRows(): Promise<void>
  /** Whether a cached key is found to be older than the change for the first time. */
  isFirstSeenBy(key: string): boolean
}

export interface ProfileChanges {
  note(change: ProfileChange): void
  /** Those of a profile and of its owner. */
  of(record: ProfileRecord): readonly KnownChange[]
  /** Of a look-up that begins now: later ones have higher numbers. */
  lookUpNumber(): number
}

/** Older ones are in the rows, and the cache has looked again since. */
const KNOWN_MAX = 10_000
/** How long a page waits for a saved change before it is served as the rows are. */
const IN_ROWS_MS_MAX = 500

/** @param passed whether the read models of a page hold everything up to a position, within the time given */
export function createProfileChanges(
  passed: (position: Position, timeoutMs: number) => Promise<unknown>,
): ProfileChanges {
  const known = new LRUCache<string, KnownChange>({ max: KNOWN_MAX })
  let lookUps = 0

  function knownOf({ position, effect }: ProfileChange, wasClosed: boolean): KnownChange {
    const seenBy = new Set<string>()
    let waiting: Promise<void> | undefined
    let heldFrom: number | undefined
    const hold = (): void => void (heldFrom = lookUps += 1)
    return {
      position,
      isClosed: effect === 'closed' || (effect === 'edited' && wasClosed),
      get heldFrom() {
        return heldFrom
      },
      // Begun by the first who asks: most changes are of profiles that nobody looks at in this process.
      inRows: () => (waiting ??= passed(position, IN_ROWS_MS_MAX).then(hold, hold)),
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
      // Asking makes no change newer: those that the rows hold are evicted first.
      [known.peek(profileStream(profile.id)), known.peek(accountStream(ownerId))].filter(
        (change) => change !== undefined,
      ),
    lookUpNumber: () => lookUps,
  }
}
