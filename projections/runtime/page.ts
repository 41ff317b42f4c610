import {
  isStoreError,
  positionOf,
  type EventStore,
  type Position,
  type StoreError,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import type { Parked } from './parking.ts'
import type { Projection } from './projection.ts'

export interface PageDeps {
  readonly store: EventStore
  readonly batchEventsMax: number
  /** Nothing after this position is looked at. */
  readonly until?: Position
}

/** One page of what concerns a projection. */
export interface Page {
  readonly events: readonly StoredEvent[]
  readonly corrupt?: Parked
  /** Everything up to here was looked at. */
  readonly scannedTo: Position
  readonly caughtUp: boolean
}

/** The next page after a position; `caughtUp` when nothing more was there. Many pages may go by without an event. */
export async function readPage(deps: PageDeps, projection: Projection, after: Position): Promise<Page> {
  const { store, batchEventsMax: limit, until } = deps
  try {
    const page = await store.readAll(after, { limit, filter: { types: projection.handles } })
    const { events, scannedTo, isAtHead } = page
    if (until === undefined || scannedTo < until) return { events, scannedTo, caughtUp: isAtHead }
    const wanted = events.filter(({ position }) => position <= until)
    return { events: wanted, scannedTo: until > after ? until : after, caughtUp: true }
  } catch (error) {
    if (!isStoreError(error, 'Corrupt') || typeof error.facts.position !== 'bigint') throw error
    // One bad event spoils its page: smaller ones bring all that stands before it, and at last it stands alone.
    if (limit > 1) {
      const page = await readPage({ ...deps, batchEventsMax: Math.floor(limit / 2) }, projection, after)
      return { ...page, caughtUp: false }
    }
    return corruptPage(positionOf(error.facts.position), error)
  }
}

function corruptPage(position: Position, { facts, message }: StoreError): Page {
  const event = {
    position,
    ...(typeof facts.id === 'string' ? { id: facts.id } : {}),
    ...(typeof facts.type === 'string' ? { type: facts.type } : {}),
  }
  const subject = String(facts.stream ?? position)
  return { events: [], corrupt: { event, subject, error: message }, scannedTo: position, caughtUp: false }
}
