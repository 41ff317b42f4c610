import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { describe, expect, test } from 'vitest'
import { createEventRun } from './event-run.ts'
import type { FeedEntry } from './shared-feed.ts'
import { includes } from './filters.ts'

const at = (place: number): Position => positionOf(BigInt(place))
const entry = (place: number, bytes = 100): FeedEntry =>
  ({ position: at(place), stream: 's', type: 'Tap', bytes, event: { position: at(place) } }) as FeedEntry

describe('a run', () => {
  test('keeps the last events within both of its limits, and knows its first position', () => {
    for (const [limits, kept] of [
      [{ events: 10, bytes: 1_000_000 }, 10],
      [{ events: 1_000_000, bytes: 2_550 }, 25],
    ] as const) {
      const run = createEventRun(START, limits)
      for (let place = 1; place <= 5_000; place += 1) run.add(entry(place))
      expect([run.start, run.end]).toEqual([at(5_000 - kept), at(5_000)])
      expect(run.restAfter(run.start)).toEqual({ events: kept, bytes: kept * 100 })
      expect(run.restAfter(at(4_998))).toEqual({ events: 2, bytes: 200 })
      expect(run.read(run.start, 10_000, undefined).events).toHaveLength(kept)
    }
  })

  test('never exceeds its limit of bytes, whatever the size of its events', () => {
    const run = createEventRun(START, { events: 10_000, bytes: 32_000_000 })
    for (let place = 1; place <= 200; place += 1) run.add(entry(place, 1_000_000))
    expect(run.restAfter(run.start)).toEqual({ events: 32, bytes: 32_000_000 })
  })

  test('takes no event twice, and none from before its end', () => {
    const run = createEventRun(at(5), { events: 10, bytes: 10_000 })
    for (const place of [4, 5, 6, 6, 7, 6]) run.add(entry(place))
    expect(run.read(at(5), 10, undefined).events.map(({ position }) => position)).toEqual([at(6), at(7)])
  })

  test('without wanted events is skipped to its end', () => {
    const run = createEventRun(at(5), { events: 10, bytes: 10_000 })
    run.add(entry(6))
    run.pass(at(9))
    run.pass(at(8))
    const none = { events: [], scannedTo: at(9), isToEnd: true }
    expect(run.read(at(5), 10, { types: ['Click'] })).toEqual(none)
    expect(run.read(at(20), 10, undefined)).toEqual({ ...none, scannedTo: at(20) })
  })
})

test.each([
  [undefined, undefined, true],
  [undefined, { types: ['A'] }, true],
  [{ types: ['A'] }, undefined, false],
  [{ types: ['A', 'B'] }, { types: ['B'] }, true],
  [{ types: ['B'] }, { types: ['A', 'B'] }, false],
  [{ types: ['A'] }, { types: [] }, true],
  [{ streamPrefixes: ['a-'] }, { streamPrefixes: ['a-b'] }, true],
  [{ streamPrefixes: ['a-b'] }, { streamPrefixes: ['a-'] }, false],
  [{ streamPrefixes: ['a-'] }, { types: ['A'] }, false],
  [{ types: ['A'] }, { streamPrefixes: ['a-'] }, false],
])('a reader of %j finds all events that one of %j wants: %s', (outer, inner, isIncluded) => {
  expect(includes(outer, inner)).toBe(isIncluded)
})
