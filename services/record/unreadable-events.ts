import {
  isStoreError,
  positionOf,
  START,
  type EventStore,
  type LogPage,
  type Position,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { leafOf } from './leaf.ts'
import { leafHash, type Hash } from './tree/merkle-tree.ts'

/** An event whose bytes are such that the store cannot read it. */
interface UnreadableEvent {
  readonly position: Position
  readonly stream: unknown
  /** In its stream, where the store knows it. */
  readonly revision?: Revision | undefined
  readonly fault: string
}

export type LoggedEvent = StoredEvent | UnreadableEvent

/** No event has this leaf, because canonical JSON begins with a brace. All have it that nobody can read: each of them is named. */
const UNREADABLE = Buffer.from('unreadable')

interface Leaf {
  readonly bytes: Buffer
  readonly hash: Hash
  /** The event, if it can be read. */
  readonly read: StoredEvent | undefined
}

/** The leaf of an event in the tree, for whoever makes, compares or exports one: every event has a leaf. */
export function readLeaf(event: LoggedEvent): Leaf {
  const bytes = 'fault' in event ? undefined : canonicalLeaf(event)
  if (bytes === undefined) return { bytes: UNREADABLE, hash: leafHash(UNREADABLE), read: undefined }
  return { bytes, hash: leafHash(bytes), read: event as StoredEvent }
}

function canonicalLeaf(event: StoredEvent): Buffer | undefined {
  try {
    return leafOf(event)
  } catch {
    return undefined
  }
}

/** Those that the store could read. */
export const readableOf = (events: readonly LoggedEvent[]): readonly StoredEvent[] =>
  events.filter((event): event is StoredEvent => !('fault' in event))

export interface HistoryPage extends Omit<LogPage, 'events'> {
  readonly events: readonly LoggedEvent[]
  /** As many were asked for at last: fewer than at first, where an event could not be read. */
  readonly limit: number
}

/** The next events of a log; one that cannot be read stands in its place, alone. */
export async function readPage(
  log: Pick<EventStore, 'readAll'>,
  after: Position,
  limitMax: number,
): Promise<HistoryPage> {
  return readAround<Omit<HistoryPage, 'limit'>>(
    limitMax,
    (limit) => log.readAll(after, { limit }),
    (event) => ({ events: [event], scannedTo: event.position, isAtHead: false }),
  )
}

/**
 * One event that nobody can read fails its page: smaller pages have the events before it, until it is alone.
 * @param pageOf undefined when a reader cannot go on behind it
 * @returns the page, and how many were asked for at last
 */
export async function readAround<Page>(
  limitMax: number,
  read: (limit: number) => Promise<Page>,
  pageOf: (event: UnreadableEvent) => Page | undefined,
): Promise<Page & { readonly limit: number }> {
  for (let limit = limitMax; ; limit = Math.floor(limit / 2))
    try {
      return { ...(await read(limit)), limit }
    } catch (error) {
      if (!isStoreError(error, 'Corrupt') || typeof error.facts['position'] !== 'bigint') throw error
      if (limit > 1) continue
      const { position, stream, revision } = error.facts
      const known = typeof revision === 'bigint' ? { revision } : {}
      const page = pageOf({ position: positionOf(position), stream, ...known, fault: error.message })
      if (page === undefined) throw error
      return { ...page, limit }
    }
}

const PAGE_EVENTS = 2_000

/** All events of a log, in pages. */
export async function* historyEvents(
  log: Pick<EventStore, 'readAll'>,
): AsyncGenerator<readonly LoggedEvent[], void> {
  for (let [after, limit] = [START, PAGE_EVENTS]; ;) {
    const page = await readPage(log, after, limit)
    yield page.events
    if (page.isAtHead) return
    after = page.scannedTo
    limit = Math.min(PAGE_EVENTS, page.limit * 2)
  }
}
