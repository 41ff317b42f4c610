import { START, StoreError, positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type { FeedEntry, FeedSink, OpenFeed } from '../feed/shared-feed.ts'
import { wantedBy } from '../feed/filters.ts'

/** A log whose feeds bring events a few in a turn of the event loop, as a server's subscriptions do. */
export interface FakeLog {
  readonly openFeed: OpenFeed
  readonly headPosition: EventStore['headPosition']
  readonly readAll: EventStore['readAll']
  append(...types: readonly string[]): Position
  appendDamaged(type: string): Position
  size(): number
  feedsOpened(): number
  readsAsked(): number
  /** Events brought by all feeds, and by the one without a filter that is furthest. */
  sent(): number
  delivered(): number
  isPaused(): boolean
  /** Feeds bring nothing until they are released. */
  hold(): void
  release(): void
  endFeeds(cause: StoreError): void
  refuse(cause: StoreError): void
}

interface Feed {
  index: number
  isPaused: boolean
  isLive: boolean
  readonly sink: FeedSink
  readonly isWanted: (entry: FeedEntry) => boolean
}

const AT_ONCE = 50

export function createFakeLog(): FakeLog {
  const entries: FeedEntry[] = []
  const feeds = new Set<Feed>()
  const count = { opened: 0, reads: 0, sent: 0, delivered: 0 }
  let isHeld = false
  let refused: StoreError | undefined

  function add(type: string, damaged?: StoreError): Position {
    const position = positionOf(BigInt(2 * entries.length + 3))
    const entry = entryAt(position, type, BigInt(entries.length))
    entries.push(damaged === undefined ? entry : { ...entry, event: corruptAt(entry.position) })
    pump()
    return entry.position
  }

  function pump(): void {
    setImmediate(() => {
      for (const feed of feeds) bring(feed)
    })
  }

  function bring(feed: Feed): void {
    for (let n = 0; n < AT_ONCE; n += 1) {
      if (isHeld || feed.isPaused || !feeds.has(feed)) return
      const entry = entries[feed.index]
      if (entry === undefined) {
        if (feed.isLive) return
        feed.isLive = true
        feed.sink.caughtUp()
        continue
      }
      feed.index += 1
      count.delivered = Math.max(count.delivered, feed.index)
      if (feed.isWanted(entry)) {
        count.sent += 1
        feed.sink.entry(entry)
      } else feed.sink.passed(entry.position)
    }
    pump()
  }

  const headPosition = async (): Promise<Position> => {
    if (refused !== undefined) throw refused
    return entries.at(-1)?.position ?? START
  }

  return {
    openFeed: (after, { filter }, sink) => {
      count.opened += 1
      const index = entries.findIndex(({ position }) => position > after)
      const feed: Feed = {
        index: index < 0 ? entries.length : index,
        isPaused: false,
        isLive: false,
        sink,
        isWanted: wantedBy(filter),
      }
      feeds.add(feed)
      pump()
      return {
        pause: () => void (feed.isPaused = true),
        resume: () => {
          feed.isPaused = false
          pump()
        },
        stop: () => void feeds.delete(feed),
      }
    },
    headPosition,
    readAll: async (after, { limit = 1_000, filter } = {}) => {
      const head = await headPosition()
      count.reads += 1
      const isWanted = wantedBy(filter)
      const found = entries.filter((entry) => entry.position > after && isWanted(entry)).slice(0, limit)
      const events = found.flatMap(({ event }) => (event instanceof StoreError ? [] : [event]))
      const isFull = events.length === limit
      return { events, scannedTo: isFull ? events.at(-1)!.position : head, isAtHead: !isFull }
    },
    append: (...types) => types.map((type) => add(type)).at(-1) ?? START,
    appendDamaged: (type) => add(type, corruptAt(START)),
    size: () => entries.length,
    feedsOpened: () => count.opened,
    readsAsked: () => count.reads,
    sent: () => count.sent,
    delivered: () => count.delivered,
    isPaused: () => [...feeds].some(({ isPaused }) => isPaused),
    hold: () => void (isHeld = true),
    release: () => {
      isHeld = false
      pump()
    },
    endFeeds: (cause) => {
      const ended = [...feeds]
      feeds.clear()
      for (const { sink } of ended) sink.over(cause)
    },
    refuse: (cause) => void (refused = cause),
  }
}

const corruptAt = (position: Position): StoreError =>
  new StoreError('Corrupt', `position ${position}: damaged`, { facts: { position } })

function entryAt(position: Position, type: string, revision: bigint): FeedEntry {
  const stream = `visit-${revision}`
  const meta = {
    actor: { kind: 'system', id: 'test' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: 'c',
    causationId: null,
  } as const
  const id = `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`
  const recordedAt = new Date(0)
  const event = { id, type, version: 1, data: {}, meta, stream, revision, position, recordedAt }
  return { position, stream, type, bytes: 500, event }
}
