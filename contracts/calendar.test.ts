import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayInSantiago,
  daysBetween,
  mondayOf,
  monthStart,
  startOfDayMs,
  wallHourInSantiago,
  wallShifts,
  weekdayOf,
  ZONE,
} from './calendar.ts'
import { isLong, runs } from '../tests/support/longer-runs.ts'
import { testTable } from '../tests/support/every.ts'

const seed = Number(process.env['TEST_SEED'])
const HOUR_MS = 3_600_000
const at = (instant: string): number => Date.parse(instant)
const hoursOf = (day: string): number => (startOfDayMs(addDays(day, 1)) - startOfDayMs(day)) / HOUR_MS

const plain = new Intl.DateTimeFormat('es-CL', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
/** The same computed by Intl alone, part by part, without a cache. */
function dayByIntl(instantMs: number): string {
  const parts = new Map(plain.formatToParts(instantMs).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

const instants = fc.integer({ min: at('1995-01-01T00:00:00Z'), max: at('2035-12-31T23:59:59Z') })
const days = fc.integer({ min: 0, max: 14_900 }).map((count) => addDays('1995-01-01', count))

test('the Saturday on which clocks go back has 25 hours, its neighbours 24', () => {
  expect(['2026-04-03', '2026-04-04', '2026-04-05'].map(hoursOf)).toEqual([24, 25, 24])
})

test('the Sunday on which they go forward has no midnight: it begins at 01:00 and has 23 hours [FIG-4]', () => {
  expect(startOfDayMs('2026-09-06')).toBe(at('2026-09-06T01:00:00-03:00'))
  expect(['2026-09-05', '2026-09-06', '2026-09-07'].map(hoursOf)).toEqual([24, 23, 24])
})

/** More hours than are remembered. */
const SINCE = isLong ? '2013' : '2015'

test(`every hour from ${SINCE} to 2017 is on the day that Intl computes, however many were computed before`, () => {
  const wrong: string[] = []
  for (let ms = at(`${SINCE}-01-01T00:00:00Z`); ms < at('2018-01-01T00:00:00Z'); ms += HOUR_MS) {
    if (dayInSantiago(ms) !== dayByIntl(ms)) wrong.push(new Date(ms).toISOString())
  }
  expect(wrong).toEqual([])
})

testTable([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2027-02-28', 366, '2028-02-29'],
])('civil dates: days are added over leap days and years', (day, count, sum) => {
  expect(addDays(day, count)).toBe(sum)
  expect(daysBetween(day, sum)).toBe(count)
})

testTable([
  ['2028-02-29', '2028-02-28'],
  ['2027-01-01', '2026-12-28'],
  ['2026-09-06', '2026-08-31'],
  ['2026-09-07', '2026-09-07'],
])('civil dates: a day is in the week of its Monday', (day, monday) => expect(mondayOf(day)).toBe(monday))

testTable([
  ['2028-02-29', 0, '2028-02-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-01-31', -1, '2025-12-01'],
  ['2026-11-20', -11, '2025-12-01'],
])('civil dates: a month begins on its first, any months away', (day, months, first) => {
  expect(monthStart(day, months)).toBe(first)
})

testTable([
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 48, '2032-02-29'],
  ['2026-08-31', 1, '2026-09-30'],
  ['2026-03-31', -1, '2026-02-28'],
])('civil dates: a day some months on is at most the last of its month', (day, months, moved) => {
  expect(addMonths(day, months)).toBe(moved)
})

const wall = (instant: string) => Object.values(wallHourInSantiago(at(instant))).join(' ')

test('the hour on the wall is shown twice where clocks go back, and leaps from 23 to 1 where they go forward', () => {
  expect(['2026-04-05T02:59:59.999Z', '2026-04-05T03:30:00Z', '2026-04-05T04:00:00Z'].map(wall)).toEqual([
    '2026-04-04 23',
    '2026-04-04 23',
    '2026-04-05 0',
  ])
  expect(['2026-09-06T03:59:59.999Z', '2026-09-06T04:00:00Z'].map(wall)).toEqual([
    '2026-09-05 23',
    '2026-09-06 1',
  ])
})

test('weekdays count from Monday', () => {
  expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(weekdayOf)).toEqual([0, 4, 6])
})

test('the shifts of a span give each of its instants the day and hour of its wall clock, in few parts', () => {
  fc.assert(
    fc.property(days, fc.nat(1_100), instants, (first, more, any) => {
      const [fromMs, toMs] = [startOfDayMs(first), startOfDayMs(addDays(first, more + 1))]
      const shifts = wallShifts(fromMs, toMs)
      const instant = fromMs + (any % (toMs - fromMs))
      const { shiftMs } = shifts.findLast((shift) => shift.fromMs <= instant)!
      const { day, hour } = wallHourInSantiago(instant)
      expect(new Date(instant + shiftMs).toISOString().slice(0, 13)).toBe(
        `${day}T${String(hour).padStart(2, '0')}`,
      )
      expect(shifts.length).toBeLessThanOrEqual(10)
    }),
    { seed, numRuns: runs(500) },
  )
})
