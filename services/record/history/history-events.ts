import {
  isStoreError,
  positionOf,
  START,
  type EventStore,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { leafOf } from '../leaf.ts'
import { leafHash, type Hash } from '../tree/merkle-tree.ts'

/** An event whose bytes were changed so that the store cannot read it. */
interface UnreadableEvent {
  readonly position: Position
  readonly fault: string
}

export type HistoryEvent = StoredEvent | UnreadableEvent

/** Its leaf in the tree; and the event, if it can be read. */
export function readLeaf(event: HistoryEvent): {
  readonly hash: Hash
  readonly read: StoredEvent | undefined
} {
  try {
    if (!('fault' in event)) return { hash: leafHash(leafOf(event)), read: event }
  } catch {
    // JSON that is nested too deeply for any reader of it.
  }
  // Canonical JSON begins with a brace: no event has this leaf.
  return { hash: leafHash(Buffer.from(`unreadable ${event.position}`)), read: undefined }
}

const PAGE_EVENTS = 2_000

/** All events of a log, in pages. One that cannot be read is named in its place; the pages go on behind it. */
export async function* historyEvents(
  log: Pick<EventStore, 'readAll'>,
): AsyncGenerator<readonly HistoryEvent[], void> {
  let limit = PAGE_EVENTS
  for (let after = START; ;) {
    try {
      const page = await log.readAll(after, { limit })
      yield page.events
      if (page.isAtHead) return
      after = page.scannedTo
      limit = Math.min(PAGE_EVENTS, limit * 2)
    } catch (error) {
      const position = unreadablePosition(error)
      // One such event fails its page: smaller pages have the events before it, until it is alone.
      if (limit > 1) {
        limit = Math.floor(limit / 2)
        continue
      }
      yield [{ position, fault: (error as Error).message }]
      after = position
    }
  }
}

function unreadablePosition(error: unknown): Position {
  if (!isStoreError(error, 'Corrupt') || typeof error.facts['position'] !== 'bigint') throw error
  return positionOf(error.facts['position'])
}
