import { expect, test } from 'vitest'
import { logTime, weekdayAndHour } from './santiago-clock.ts'

test.each([
  ['2026-09-06T03:59:59.000Z', '05/Sep/2026:23:59:59 -0400'],
  ['2026-09-06T04:00:00.000Z', '06/Sep/2026:01:00:00 -0300'],
  ['2026-04-05T02:30:00.000Z', '04/Apr/2026:23:30:00 -0300'],
  ['2026-04-05T03:30:00.000Z', '04/Apr/2026:23:30:00 -0400'],
  ['2026-01-01T02:00:00.000Z', '31/Dec/2025:23:00:00 -0300'],
])('%s is logged as %s', (instant, logged) => {
  expect(logTime(Date.parse(instant))).toBe(logged)
})

test('weekday and hour are those of Santiago', () => {
  expect(weekdayAndHour(Date.parse('2026-09-07T02:00:00.000Z'))).toEqual({ weekday: 0, hour: 23 })
})
