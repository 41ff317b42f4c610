import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { describe, expect, test } from 'vitest'
import { createEventBuffer } from './event-buffer.ts'
import type { SubscribedEvent } from './server-subscription.ts'

const at = (position: number): Position => positionOf(BigInt(position))
const entry = (position: number, bytes = 100): SubscribedEvent =>
  ({
    position: at(position),
    stream: 's',
    type: 'Tap',
    bytes,
    event: { position: at(position) },
  }) as SubscribedEvent

describe('a buffer', () => {
  test('keeps the last events within both of its limits, and knows its first position', () => {
    for (const [limits, kept] of [
      [{ events: 10, bytes: 1_000_000 }, 10],
      [{ events: 1_000_000, bytes: 2_550 }, 25],
    ] as const) {
      const buffer = createEventBuffer(START, limits)
      for (let position = 1; position <= 5_000; position += 1) buffer.add(entry(position))
      expect([buffer.start, buffer.end]).toEqual([at(5_000 - kept), at(5_000)])
      expect(buffer.read(buffer.start, 10_000, undefined).events).toHaveLength(kept)
    }
  })

  test('never exceeds its limit of bytes, whatever the size of its events', () => {
    const buffer = createEventBuffer(START, { events: 10_000, bytes: 32_000_000 })
    for (let position = 1; position <= 200; position += 1) buffer.add(entry(position, 1_000_000))
    expect(buffer.read(buffer.start, 10_000, undefined).events).toHaveLength(32)
  })

  test('takes no event twice, and none from before its end', () => {
    const buffer = createEventBuffer(at(5), { events: 10, bytes: 10_000 })
    for (const position of [4, 5, 6, 6, 7, 6]) buffer.add(entry(position))
    expect(buffer.read(at(5), 10, undefined).events.map(({ position }) => position)).toEqual([at(6), at(7)])
  })

  test('without wanted events is skipped to its end', () => {
    const buffer = createEventBuffer(at(5), { events: 10, bytes: 10_000 })
    buffer.add(entry(6))
    buffer.pass(at(9))
    buffer.pass(at(8))
    const none = { events: [], scannedTo: at(9), isToEnd: true }
    expect(buffer.read(at(5), 10, { types: ['Click'] })).toEqual(none)
    expect(buffer.read(at(20), 10, undefined)).toEqual({ ...none, scannedTo: at(20) })
  })
})
