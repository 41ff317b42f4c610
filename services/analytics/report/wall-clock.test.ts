import { expect, test } from 'vitest'
import { dayMs, wallClockMs } from './wall-clock.ts'

test.each([
  ['2026-11-20T17:05:00.000Z', '2026-11-20T14:05:00'],
  // The clocks go forward at midnight: 00:00 does not exist.
  ['2026-09-06T03:59:59.000Z', '2026-09-05T23:59:59'],
  ['2026-09-06T04:00:00.000Z', '2026-09-06T01:00:00'],
  // The clocks go back at midnight: 23:30 occurs twice.
  ['2026-04-05T02:30:00.000Z', '2026-04-04T23:30:00'],
  ['2026-04-05T03:30:00.000Z', '2026-04-04T23:30:00'],
  ['2026-04-05T04:00:00.000Z', '2026-04-05T00:00:00'],
  ['2027-01-01T02:59:59.000Z', '2026-12-31T23:59:59'],
])('at %s the wall clock in Santiago shows %s', (instant, clock) => {
  expect(new Date(wallClockMs(Date.parse(instant))).toISOString()).toBe(`${clock}.000Z`)
})

test('a day is its midnight, even if the clocks have none', () => {
  expect(new Date(dayMs('2026-09-06')).toISOString()).toBe('2026-09-06T00:00:00.000Z')
})
