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
  const asked = { kind: 'access', receivedAt } as const
  expect([dueDayOf(asked, false), dueDayOf(asked, true)]).toEqual([due, prolonged])
})

testTable([
  // Fiestas Patrias of 2026 and 2027: Friday to Sunday, and from Friday 17 to Sunday 19, with a bridge on the Friday.
  ['2026-09-16T15:00:00Z', '2026-09-21'],
  ['2026-09-18T15:00:00Z', '2026-09-22'],
  ['2027-09-16T15:00:00Z', '2027-09-21'],
  ['2024-09-17T15:00:00Z', '2024-09-24'],
  // A weekend, Holy Week, a moved Monday, the end of a year.
  ['2026-11-20T15:00:00Z', '2026-11-24'],
  ['2027-03-25T15:00:00Z', '2027-03-30'],
  ['2026-10-09T15:00:00Z', '2026-10-14'],
  ['2022-12-30T15:00:00Z', '2023-01-04'],
])('a block is due after two working days of Chile [PRIV-17]', (receivedAt, due) => {
  expect(dueDayOf({ kind: 'blocking', receivedAt }, true)).toBe(due)
})

testTable([
  ['2027-04-19T03:59:59.999Z', 1],
  ['2027-04-19T04:00:00Z', 0],
  ['2027-04-20T03:59:59.999Z', 0],
  ['2027-04-20T04:00:00Z', -1],
])('a request is late from the first second of the day after', (now, left) => {
  expect(daysLeft('2027-04-19', Date.parse(now))).toBe(left)
})
