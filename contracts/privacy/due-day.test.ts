import { expect } from 'vitest'
import { daysLeft, dueDayOf } from './due-day.ts'
import { testTable } from '../../tests/support/every.ts'

testTable([
  // The day in Santiago counts: at 02:00Z it is still the day before.
  ['2026-11-20T02:00:00Z', '2026-12-19', '2027-01-18'],
  ['2026-11-20T12:00:00Z', '2026-12-20', '2027-01-19'],
  ['2027-12-31T12:00:00Z', '2028-01-30', '2028-02-29'],
  // Over both clock changes of 2027.
  ['2027-03-20T12:00:00Z', '2027-04-19', '2027-05-19'],
  ['2027-08-20T12:00:00Z', '2027-09-19', '2027-10-19'],
])('a request is due after thirty days, prolonged after sixty', (receivedAt, due, prolonged) => {
  expect([dueDayOf(receivedAt, false), dueDayOf(receivedAt, true)]).toEqual([due, prolonged])
})

testTable([
  ['2027-04-19T03:59:59.999Z', 1],
  ['2027-04-19T04:00:00Z', 0],
  ['2027-04-20T03:59:59.999Z', 0],
  ['2027-04-20T04:00:00Z', -1],
])('a request is late from the first second of the day after', (now, left) => {
  expect(daysLeft('2027-04-19', Date.parse(now))).toBe(left)
})
