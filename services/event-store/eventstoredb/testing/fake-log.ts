import { START, StoreError, positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type {
  SubscribedEvent,
  SubscriptionSink,
  OpenSubscription,
} from '../subscriptions/server-subscription.ts'
import { wantedBy } from '../subscriptions/filters.ts'

/** A log whose subscriptions bring events a few in a turn of the event loop, as a server's subscriptions do. */
export interface FakeLog {
  readonly openSubscription: OpenSubscription
  readonly headPosition: EventStore['headPosition']
  readonly readAll: EventStore['readAll']
  append(...types: readonly string[]): Position
  appendDamaged(type: string): Position
  size(): number
  subscriptionsOpened(): number
  serverReads(): number
  /** Events brought by all subscriptions, and by the one without a filter that is furthest. */
  sent(): number
  delivered(): number
  /** Subscriptions bring nothing until they are unblocked. */
  block(): void
  unblock(): void
  endSubscriptions(cause: StoreError): void
  refuse(cause: StoreError): void
}

interface FakeSubscription {
  index: number
  isLive: boolean
  readonly sink: SubscriptionSink
  readonly isWanted: (entry: SubscribedEvent) => boolean
}

const AT_ONCE = 50

export function createFakeLog(): FakeLog {
  const entries: SubscribedEvent[] = []
  const subscriptions = new Set<FakeSubscription>()
  const count = { opened: 0, reads: 0, sent: 0, delivered: 0 }
  let isBlocked = false
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
      for (const subscription of subscriptions) bring(subscription)
    })
  }

  function bring(subscription: FakeSubscription): void {
    for (let n = 0; n < AT_ONCE; n += 1) {
      if (isBlocked || !subscriptions.has(subscription)) return
      const entry = entries[subscription.index]
      if (entry === undefined) {
        if (subscription.isLive) return
        subscription.isLive = true
        subscription.sink.caughtUp()
        continue
      }
      subscription.index += 1
      count.delivered = Math.max(count.delivered, subscription.index)
      if (subscription.isWanted(entry)) {
        count.sent += 1
        subscription.sink.entry(entry)
      } else subscription.sink.passed(entry.position)
    }
    pump()
  }

  const headPosition = async (): Promise<Position> => {
    if (refused !== undefined) throw refused
    return entries.at(-1)?.position ?? START
  }

  return {
    openSubscription: (after, { filter }, sink) => {
      count.opened += 1
      const index = entries.findIndex(({ position }) => position > after)
      const subscription: FakeSubscription = {
        index: index < 0 ? entries.length : index,
        isLive: false,
        sink,
        isWanted: wantedBy(filter),
      }
      subscriptions.add(subscription)
      pump()
      return { stop: () => void subscriptions.delete(subscription) }
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
    subscriptionsOpened: () => count.opened,
    serverReads: () => count.reads,
    sent: () => count.sent,
    delivered: () => count.delivered,
    block: () => void (isBlocked = true),
    unblock: () => {
      isBlocked = false
      pump()
    },
    endSubscriptions: (cause) => {
      const ended = [...subscriptions]
      subscriptions.clear()
      for (const { sink } of ended) sink.ended(cause)
    },
    refuse: (cause) => void (refused = cause),
  }
}

const corruptAt = (position: Position): StoreError =>
  new StoreError('Corrupt', `position ${position}: damaged`, { facts: { position } })

function entryAt(position: Position, type: string, revision: bigint): SubscribedEvent {
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
