import { expect, test } from 'vitest'
import { positionOf, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type { Feed } from '@app/projections/runtime/feed.ts'
import { createMovedEvents } from './moved-events.ts'

const at = (n: number): Position => positionOf(String(n))

/** A feed with one event at each position. */
function feedOf(length: number, fail: () => void = () => undefined): Feed & { reads: number } {
  const feed = {
    storeId: 'store',
    reads: 0,
    eventAt: async () => undefined,
    holds: async () => true,
    headPosition: async () => at(length),
    watch: () => () => undefined,
    next: async (after: Position, limit: number) => {
      feed.reads += 1
      fail()
      const from = Number(after) + 1
      const positions = Array.from({ length: Math.min(limit, length - from + 1) }, (_, n) => at(from + n))
      const events = positions.map((position) => ({ position }) as StoredEvent)
      const scannedTo = positions.at(-1) ?? after
      return { events, scannedTo, isAtHead: Number(scannedTo) === length }
    },
  }
  return feed
}
const positionsOf = (events: readonly StoredEvent[] | undefined) =>
  events?.map(({ position }) => Number(position))

test('moves that came since the last time are read again in one go, and nothing beyond them', async () => {
  const feed = feedOf(20)
  const moved = createMovedEvents(feed, () => undefined)
  moved.add(at(3), at(4))
  moved.add(at(4), at(7))
  expect(positionsOf(await moved.take())).toEqual([4, 5, 6, 7])
  expect([feed.reads, moved.isWaiting]).toEqual([1, false])
  expect(await moved.take()).toEqual([])
  expect(feed.reads).toBe(1)
})

test('unreadable events are retried the next time, and logged once', async () => {
  let isAway = true
  const troubles: unknown[] = []
  const feed = feedOf(9, () => {
    if (isAway) throw new Error('away')
  })
  const moved = createMovedEvents(feed, (error) => troubles.push(error))
  moved.add(at(1), at(2))
  expect(await moved.take()).toEqual([])
  moved.add(at(2), at(3))
  expect(await moved.take()).toEqual([])
  expect([moved.isWaiting, troubles.length]).toEqual([true, 1])
  isAway = false
  expect(positionsOf(await moved.take())).toEqual([2, 3])
})

test('a move over too many events concerns all profiles', async () => {
  const feed = feedOf(100_000)
  const moved = createMovedEvents(feed, () => undefined)
  moved.add(at(0), at(100_000))
  expect(await moved.take()).toBeUndefined()
  expect(feed.reads).toBeLessThan(10)
})
