import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, mondayOf } from '../calendar.ts'
import {
  RANGES,
  spanBefore,
  spanOfRange,
  type Range,
  type Span,
  type TimeUnit,
  isComparable,
  unfinishedName,
} from './ranges.ts'
import { testTable } from '../../tests/support/every.ts'

const seed = Number(process.env['TEST_SEED'])
/** A Friday. */
const TODAY = '2026-11-20'
const spanOf = (range: Range, firstDay: string | null = null): Span => spanOfRange(range, TODAY, firstDay)
const unitAfter = (days: number): TimeUnit => spanOf('all-time', addDays(TODAY, 1 - days)).unit

testTable([
  ['7d', 'day', 7, '2026-11-14'],
  ['1m', 'day', 30, '2026-10-22'],
  ['3m', 'week', 13, '2026-08-24'],
  ['6m', 'month', 6, '2026-06-01'],
  ['12m', 'month', 12, '2025-12-01'],
] as const)('a range includes today, in days, ISO weeks or calendar months', (range, unit, count, from) => {
  const span = spanOf(range)
  expect(span).toMatchObject({ from, to: TODAY, unit })
  expect([span.buckets.length, span.buckets[0]?.period]).toEqual([
    count,
    unit === 'month' ? from.slice(0, 7) : from,
  ])
})

test('all-time is days up to 31 days, weeks up to 26 weeks, months from there', () => {
  const lengths = [1, 31, 32, 26 * 7, 26 * 7 + 1, 4_000]
  expect(lengths.map(unitAfter)).toEqual(['day', 'day', 'week', 'week', 'month', 'month'])
})

test('all-time begins on the first day with an event, within its week or month', () => {
  const weeks = spanOf('all-time', '2026-09-10')
  expect(weeks.buckets[0]).toEqual({ period: '2026-09-07', from: '2026-09-10', to: '2026-09-13' })
  const months = spanOf('all-time', '2015-05-17')
  expect(months.buckets[0]).toEqual({ period: '2015-05', from: '2015-05-17', to: '2015-05-31' })
  expect(months.buckets).toHaveLength(11 * 12 + 7)
})

test('all-time is today where nothing happened yet', () => {
  const today = {
    from: TODAY,
    to: TODAY,
    unit: 'day',
    buckets: [{ period: TODAY, from: TODAY, to: TODAY }],
  }
  expect(spanOf('all-time', null)).toEqual(today)
  expect(spanOf('all-time', addDays(TODAY, 1))).toEqual(today)
})

const PERIOD: Record<TimeUnit, (day: string) => string> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => day.slice(0, 7),
}

test('the buckets of any range cover its days once each, in order, each in its own period', () => {
  const days = fc.integer({ min: 0, max: 12_000 }).map((count) => addDays('2004-01-01', count))
  const ages = fc.option(fc.integer({ min: -3, max: 5_000 }))
  fc.assert(
    fc.property(fc.constantFrom(...RANGES), days, ages, (range, today, age) => {
      const { from, to, unit, buckets } = spanOfRange(
        range,
        today,
        age === null ? null : addDays(today, -age),
      )
      expect([buckets[0]?.from, buckets.at(-1)?.to, to]).toEqual([from, today, today])
      let covered = 0
      for (const [index, bucket] of buckets.entries()) {
        if (index > 0) expect(bucket.from).toBe(addDays(buckets[index - 1]!.to, 1))
        expect([PERIOD[unit](bucket.from), PERIOD[unit](bucket.to)]).toEqual([bucket.period, bucket.period])
        covered += daysBetween(bucket.from, bucket.to) + 1
      }
      expect(covered).toBe(daysBetween(from, to) + 1)
      expect(new Set(buckets.map(({ period }) => period)).size).toBe(buckets.length)
    }),
    { seed },
  )
})

test('the days before a range of all time are none', () => {
  expect(spanBefore('all-time', spanOfRange('all-time', '2026-11-20', '2026-01-01'))).toBeNull()
})

const previous = { from: '2026-09-22' }

testTable([
  [previous, '2026-09-22', true],
  [previous, '2026-09-23', false],
  [null, '2020-01-01', false],
])('only a former period within the life of the profile is compared [FIG-14]', (former, since, isOne) => {
  expect(isComparable({ previous: former, profile_since: since })).toBe(isOne)
})

testTable([
  [['2026-10', '2026-11'], 'month', '2026-11-20', 'mes en curso'],
  // On its last day it is not over either.
  [['2026-11'], 'month', '2026-11-30', 'mes en curso'],
  [['2026-11-16'], 'week', '2026-11-20', 'semana en curso'],
  [['2026-11-19', '2026-11-20'], 'day', '2026-11-20', 'hoy, hasta ahora'],
  [['2026-11-19', '2026-11-20'], 'day', '2026-11-21', undefined],
  [['2026-10'], 'month', '2026-11-20', undefined],
  [[], 'month', '2026-11-20', undefined],
] as const)('the period of today is named, which is not over', (periods, unit, to, name) => {
  expect(
    unfinishedName(
      periods.map((period) => ({ period })),
      unit,
      to,
    ),
  ).toBe(name)
})
