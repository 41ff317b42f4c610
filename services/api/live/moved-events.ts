import type { Position, StoredEvent } from '@app/contracts/event-store.ts'
import type { Feed } from '@app/projections/runtime/feed.ts'

/** The events of a move, read again from the feed, because a move is only a position. */
export interface MovedEvents {
  add(from: Position, to: Position): void
  readonly isWaiting: boolean
  /** Never rejects: what cannot be read now stays for the next time. Undefined where it is too much to read. */
  take(): Promise<readonly StoredEvent[] | undefined>
  clear(): void
}

interface Range {
  readonly from: Position
  readonly to: Position
}

const PAGE_EVENTS_MAX = 500
/** A longer move is not read again: all watchers are notified. */
const PAGES_MAX = 4

const joined = (one: Range | undefined, other: Range): Range =>
  one === undefined
    ? other
    : { from: one.from < other.from ? one.from : other.from, to: one.to > other.to ? one.to : other.to }

/** @param onTrouble once a spell */
export function createMovedEvents(feed: Feed, onTrouble: (error: unknown) => void): MovedEvents {
  let waiting: Range | undefined
  let isTroubled = false
  return {
    add: (from, to) => {
      waiting = joined(waiting, { from, to })
    },
    get isWaiting() {
      return waiting !== undefined
    },
    take: async () => {
      const range = waiting
      waiting = undefined
      if (range === undefined) return []
      try {
        const events = await eventsWithin(feed, range)
        isTroubled = false
        return events
      } catch (error) {
        waiting = joined(waiting, range)
        if (!isTroubled) onTrouble(error)
        isTroubled = true
        return []
      }
    },
    clear: () => {
      waiting = undefined
    },
  }
}

async function eventsWithin(feed: Feed, { from, to }: Range): Promise<readonly StoredEvent[] | undefined> {
  const found: StoredEvent[] = []
  let after = from
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { events, scannedTo, isAtHead } = await feed.next(after, PAGE_EVENTS_MAX)
    found.push(...events.filter(({ position }) => position <= to))
    if (scannedTo >= to || isAtHead) return found
    after = scannedTo
  }
  return undefined
}
