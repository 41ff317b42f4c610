import { describe, expect } from 'vitest'
import { overBefore } from './retention.ts'
import { testTable } from '../../tests/support/every.ts'

const isOver = (from: string, months: number, now: string): boolean =>
  Date.parse(from) < overBefore(months, Date.parse(now)).getTime()

describe('a period is over from the first instant of the day after its last [PRIV-18]', () => {
  testTable([
    // Summer time: midnight in Santiago is 03:00Z.
    ['2026-11-24T23:00:00Z', 24, '2028-11-25T03:00:00.000Z'],
    ['2026-11-24T03:00:00Z', 24, '2028-11-25T03:00:00.000Z'],
    // It is still the 23rd in Santiago.
    ['2026-11-24T02:59:59.999Z', 24, '2028-11-24T03:00:00.000Z'],
    // A leap day has an end in every year.
    ['2028-02-29T15:00:00Z', 12, '2029-03-01T03:00:00.000Z'],
    ['2028-02-28T15:00:00Z', 12, '2029-03-01T03:00:00.000Z'],
    ['2027-02-28T15:00:00Z', 12, '2028-02-29T03:00:00.000Z'],
    ['2026-08-31T15:00:00Z', 6, '2027-03-01T03:00:00.000Z'],
    // Clocks go back on 4 April 2027 at 03:00Z, a day of 25 hours, and from then on midnight is 04:00Z.
    ['2026-04-03T15:00:00Z', 12, '2027-04-04T04:00:00.000Z'],
    ['2026-04-02T15:00:00Z', 12, '2027-04-03T03:00:00.000Z'],
    // Clocks go forward on 5 September 2027 at 04:00Z, which has no midnight.
    ['2026-09-04T15:00:00Z', 12, '2027-09-05T04:00:00.000Z'],
    ['2026-09-05T15:00:00Z', 12, '2027-09-06T03:00:00.000Z'],
  ])('is over with its last day in Santiago', (from, months, over) => {
    const before = new Date(Date.parse(over) - 1).toISOString()
    expect([isOver(from, months, before), isOver(from, months, over)]).toEqual([false, true])
  })
})
