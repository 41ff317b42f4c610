import type { EventStore, Position, StoreError } from '@app/contracts/event-store.ts'
import { holdsMark } from '@app/event-store/log-mark.ts'
import { readPastDamaged } from '@app/event-store/log-pages.ts'
import type { Feed, FeedPage, UnreadableEvent } from './feed.ts'
import type { Projection } from './projection.ts'

/** The part of the log that a feed needs. */
export type FeedingLog = Pick<EventStore, 'storeId' | 'readAll' | 'readStream' | 'headPosition' | 'watch'>

/** The log as a feed of some types of events. */
export function createLogFeed(log: FeedingLog, types: readonly string[]): Feed {
  const handled: ReadonlySet<string> = new Set(types)
  return {
    storeId: log.storeId,
    next: (after, limit) => readPage(log, types, after, limit),
    eventAt: async (stream, from) => (await log.readStream(stream, { from, limit: 1 }))[0],
    headPosition: log.headPosition,
    holds: (mark) => holdsMark(log, mark),
    watch: (onGrown) =>
      log.watch((grown) => {
        // Other types are skipped at the next poll.
        if (grown === undefined || [...grown].some((type) => handled.has(type))) onGrown()
      }),
  }
}

/** @returns the log's feed of each projection, with personal fields opened or sealed as the projection reads them */
export const feedsOfLog =
  ({ opened, sealed }: { readonly opened: FeedingLog; readonly sealed: FeedingLog }) =>
  ({ reads, handles }: Pick<Projection, 'reads' | 'handles'>): Feed =>
    createLogFeed(reads === 'sealed' ? sealed : opened, handles)

/** A feed that ends at a position. */
export const feedUpTo = (feed: Feed, until: Position): Feed => ({
  ...feed,
  next: async (after, limit) => {
    const page = await feed.next(after, limit)
    if (page.scannedTo < until) return page
    const events = page.events.filter(({ position }) => position <= until)
    const end = { scannedTo: until > after ? until : after, isAtHead: true }
    const { unreadable } = page
    return unreadable === undefined || unreadable.event.position > until
      ? { events, ...end }
      : { events, unreadable, ...end }
  },
})

async function readPage(
  log: FeedingLog,
  types: readonly string[],
  after: Position,
  limit: number,
): Promise<FeedPage> {
  const { damaged, ...page } = await readPastDamaged(log, after, { limit, filter: { types }, mayLag: true })
  return damaged === undefined ? page : { ...page, unreadable: unreadableOf(page.scannedTo, damaged) }
}

function unreadableOf(position: Position, { facts, message }: StoreError): UnreadableEvent {
  const { id, type, stream, revision } = facts
  const event = {
    position,
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof stream === 'string' ? { stream } : {}),
    ...(typeof revision === 'bigint' ? { revision } : {}),
  }
  return { event, subject: event.stream ?? String(position), error: message }
}
