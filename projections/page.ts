import {
  isStoreError,
  positionOf,
  type EventStore,
  type Position,
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
  readonly scannedTo: Position
  readonly caughtUp: boolean
}

/** The next page after a position; `caughtUp` when nothing more was there. */
export async function readPage(deps: PageDeps, projection: Projection, after: Position): Promise<Page> {
  const { store, batchEventsMax, until } = deps
  // The head before the page: what comes in between is on the next page, never skipped.
  const head = await store.headPosition()
  const end = until !== undefined && until < head ? until : head
  const filter = { types: projection.handles }
  try {
    const all = await store.readAll(after, { limit: batchEventsMax, filter })
    const events = until === undefined ? all : all.filter(({ position }) => position <= until)
    const last = events.at(-1)?.position ?? after
    if (events.length === batchEventsMax) return { events, scannedTo: last, caughtUp: false }
    return { events, scannedTo: last > end ? last : end, caughtUp: true }
  } catch (error) {
    return await pageBefore(deps, projection, after, error)
  }
}

/** A corrupt event is parked; what stands before it on the page is projected first. */
async function pageBefore(
  { store, batchEventsMax }: PageDeps,
  projection: Projection,
  after: Position,
  error: unknown,
): Promise<Page> {
  if (!isStoreError(error, 'Corrupt') || typeof error.facts.position !== 'bigint') throw error
  const position = positionOf(error.facts.position)
  const index = Number(error.facts.index)
  const filter = { types: projection.handles }
  const events =
    index === 0 ? [] : await store.readAll(after, { limit: Math.min(index, batchEventsMax), filter })
  const event = { position, id: String(error.facts.id), type: String(error.facts.type) }
  return {
    events,
    corrupt: { event, subject: String(error.facts.stream), error: error.message },
    scannedTo: position,
    caughtUp: false,
  }
}
