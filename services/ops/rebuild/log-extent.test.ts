import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { positionOf, START, type EventStore } from '@app/contracts/event-store.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { eventOf } from '@app/projections/testing/read-side.ts'
import { ANA, clicked, tapped } from '@app/projections/testing/traffic-story.ts'
import { countEvents } from './log-extent.ts'

const at = '2026-11-20T10:00:00.000Z'
const MINUTE_MS = 60_000

/** One event a minute, from minute 1 on. */
async function logOf(count: number): Promise<EventStore> {
  let ms = Date.parse(at)
  const store = await openMemoryEventStore(createMemoryLog(), {
    now: () => new Date(ms),
    newId: randomUUID,
  })
  for (let n = 0; n < count; n += 1) {
    ms += MINUTE_MS
    const event = eventOf(n % 2 === 0 ? tapped({ visitor: ANA, at }) : clicked({ visitor: ANA, at }))
    await store.append(`interaction-${event.id}`, 'noStream', [event])
  }
  return store
}
const positions = async (store: EventStore) =>
  (await store.readAll(START, { filter: { types: ['ProfileTapped', 'LinkClicked'] } })).events.map(
    ({ position }) => position,
  )

test('events are counted by type between two positions, where the log has to be read for it', async () => {
  const log = await logOf(6)
  const [first, , , , fifth, last] = await positions(log)
  const count = (after: bigint, to: bigint) =>
    countEvents({ log, database: undefined }, ['ProfileTapped'], {
      after: positionOf(after),
      to: positionOf(to),
    })
  expect(await count(START, last!)).toBe(3)
  expect(await count(first!, last!)).toBe(2)
  expect(await count(START, positionOf(fifth! - 1n))).toBe(2)
})
