import {
  isStoreError,
  positionOf,
  type EventStore,
  type LogPage,
  type Position,
  type ReadAllOptions,
  type StoreError,
} from '@app/contracts/event-store.ts'
import type { Subscription } from './subscription.ts'

/** A page may be empty; the last one is at the head. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  after: Position,
  options: NonNullable<Parameters<EventStore['readAll']>[1]> = {},
): AsyncGenerator<LogPage, undefined> {
  for (let position = after; ;) {
    const page = await store.readAll(position, options)
    yield page
    if (page.isAtHead) return undefined
    position = page.scannedTo
  }
}

/** `damaged`: the page ends with the one event that cannot be read, which is not among its events. */
export type PagePast = LogPage & { readonly damaged?: StoreError | undefined }

/** One bad event fails its page: smaller pages deliver the events before it, until it is alone. */
export async function readPastDamaged(
  log: Pick<EventStore, 'readAll'>,
  after: Position,
  options: ReadAllOptions & { readonly limit: number },
): Promise<PagePast> {
  try {
    return await log.readAll(after, options)
  } catch (error) {
    if (!isStoreError(error, 'Corrupt') || typeof error.facts.position !== 'bigint') throw error
    if (options.limit > 1) {
      const page = await readPastDamaged(log, after, { ...options, limit: Math.floor(options.limit / 2) })
      return { ...page, isAtHead: false }
    }
    return { events: [], damaged: error, scannedTo: positionOf(error.facts.position), isAtHead: false }
  }
}

const EVENTS_MAX = 5_000

/** The next page of a subscription, or its part up to a position. */
export async function readPage(
  { log, types, everyMs, eventsMax = EVENTS_MAX }: Subscription,
  after: Position,
  until: Position | undefined,
): Promise<PagePast> {
  // A look now and then, and a way up to a position, also need what others appended before.
  const isFollowing = everyMs === undefined && until === undefined
  const range = { limit: eventsMax, isFollowing, ...(types && { filter: { types } }) }
  const page = await readPastDamaged(log, after, range)
  if (until === undefined || page.scannedTo < until) return page
  const events = page.events.filter(({ position }) => position <= until)
  const damaged = page.scannedTo === until ? page.damaged : undefined
  return { events, damaged, scannedTo: until, isAtHead: true }
}
