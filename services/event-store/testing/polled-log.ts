import {
  START,
  StoreError,
  positionOf,
  type EventStore,
  type Filter,
  type StoredEvent,
  type SubscriptionMessage,
} from '@app/contracts/event-store.ts'
import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { subscribeByPolling, type PolledSource } from '../polled-subscription.ts'

const eventAt = (place: number, type = 'Seen'): StoredEvent => ({
  id: `0190b5a0-7c1e-7d3a-8f00-${String(place).padStart(12, '0')}`,
  type,
  version: 1,
  data: {},
  meta: {
    actor: { kind: 'system', id: 'test' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: 'c',
    causationId: null,
  },
  stream: 'visit-1',
  revision: BigInt(place - 1),
  position: positionOf(BigInt(place)),
  recordedAt: new Date(0),
})

/** Scanned by one read. */
const SCANNED_MAX = 1_000

/** A log of places 1, 2, 3 …; `broken` answers instead of the next reads. */
function createSource() {
  const log: StoredEvent[] = []
  const watchers = new Set<() => void>()
  const broken: (() => Promise<never>)[] = []
  const reads: [number, number][] = []
  const readAll: EventStore['readAll'] = async (after, { limit = SCANNED_MAX, filter } = {}) => {
    reads.push([Number(after), limit])
    const fail = broken.shift()
    if (fail !== undefined) return fail()
    const scanned = log.slice(Number(after), Number(after) + SCANNED_MAX)
    const events = scanned
      .filter(({ type }) => filter === undefined || !('types' in filter) || filter.types.includes(type))
      .slice(0, limit)
    const corrupt = events.find(({ type }) => type === 'Wrong')
    if (corrupt !== undefined)
      throw new StoreError('Corrupt', 'wrong', { facts: { position: corrupt.position } })
    const last = events.length === limit ? events.at(-1) : scanned.at(-1)
    const scannedTo = last?.position ?? after
    return { events, scannedTo, isAtHead: Number(scannedTo) >= log.length }
  }
  const watch = (onGrown: () => void) => {
    watchers.add(onGrown)
    return () => void watchers.delete(onGrown)
  }
  const grow = (count: number, type?: string) => {
    for (let n = 0; n < count; n += 1) log.push(eventAt(log.length + 1, type))
  }
  const announce = () => {
    for (const watcher of watchers) watcher()
  }
  return { source: { readAll, watch } satisfies PolledSource, log, watchers, broken, reads, grow, announce }
}

export const POLL_MS = 1_000
const DEPS = { pollMs: POLL_MS, backoff: (attempt: number) => attempt * 100 }
export const unavailable = () => Promise.reject(new StoreError('Unavailable', 'down'))

/** A fresh log and signal for each test, on a stopped clock; leftovers fail the test. */
export function usePolledLog() {
  const world = { fake: createSource(), aborting: new AbortController() }
  beforeEach(() => {
    vi.useFakeTimers()
    Object.assign(world, { fake: createSource(), aborting: new AbortController() })
  })
  afterEach(() => {
    world.aborting.abort()
    expect(world.fake.watchers.size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(world.aborting.signal, 'abort')).toEqual([])
    vi.useRealTimers()
  })
  const subscribe = (options: Options = {}, after = START): Messages => {
    const signalled = { ...options, signal: world.aborting.signal }
    return subscribeByPolling(world.fake.source, after, signalled, DEPS)[Symbol.asyncIterator]()
  }
  return { world, subscribe }
}

type Options = { readonly filter?: Filter; readonly highWaterMark?: number }
export type Messages = AsyncIterator<SubscriptionMessage>

const textOf = ({ value, done }: IteratorResult<SubscriptionMessage>): string => {
  if (done === true) return 'end'
  const message = value as SubscriptionMessage
  if (message.t === 'event') return String(message.event.position)
  return message.t === 'lost'
    ? `lost ${message.cause.code} ${message.attempt}`
    : `${message.t} ${message.position}`
}
/** The next messages, in short. */
export const take = async (messages: Messages, count: number): Promise<string[]> => {
  const taken: string[] = []
  while (taken.length < count) taken.push(textOf(await messages.next()))
  return taken
}
