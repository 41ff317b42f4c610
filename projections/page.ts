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
  /**
   * Something that concerns the projection has just come: where it was is all there is to know, and the head need not
   * be asked for. Without it a page without events still moves forward, to the head.
   */
  readonly isExpected?: boolean
}

/** One page of what concerns a projection. */
export interface Page {
  readonly events: readonly StoredEvent[]
  readonly corrupt?: Parked
  readonly scannedTo: Position
  readonly caughtUp: boolean
}

/** The next page after a position; `caughtUp` when nothing more was there. */
export async function readPage(deps: PageDeps, projection: Projection, after: Position): Promise<Page> {
  const { store, batchEventsMax: limit, until } = deps
  // The head before the page: what comes in between is on the next page, never skipped.
  const head = deps.isExpected === true ? after : await store.headPosition()
  const end = until !== undefined && until < head ? until : head
  try {
    const all = await store.readAll(after, { limit, filter: { types: projection.handles } })
    const events = until === undefined ? all : all.filter(({ position }) => position <= until)
    const last = events.at(-1)?.position ?? after
    if (events.length === limit) return { events, scannedTo: last, caughtUp: false }
    return { events, scannedTo: last > end ? last : end, caughtUp: true }
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
