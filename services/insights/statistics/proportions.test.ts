import { expect, test } from 'vitest'
import {
  binomialAtLeast,
  binomialAtMost,
  dispersionOf,
  effective,
  highestRate,
  lowestRate,
  sumOfDays,
  twoProportionsZ,
  withoutTellingDay,
  incompleteBeta,
  inverseIncompleteBeta,
  logGamma,
} from './proportions.ts'

test('tails equal those of ten throws of a coin', () => {
  expect(binomialAtLeast({ count: 8, of: 10 }, 0.5)).toBeCloseTo(56 / 1024, 12)
  expect(binomialAtMost({ count: 2, of: 10 }, 0.5)).toBeCloseTo(56 / 1024, 12)
  expect(binomialAtLeast({ count: 0, of: 10 }, 0.5)).toBe(1)
  expect(binomialAtMost({ count: 10, of: 10 }, 0.5)).toBe(1)
})

test('bounds equal those of Clopper and Pearson for 8 of 10 and for 0 of 10', () => {
  expect(lowestRate({ count: 8, of: 10 }, 0.025)).toBeCloseTo(0.4439045, 6)
  expect(highestRate({ count: 8, of: 10 }, 0.025)).toBeCloseTo(0.9747893, 6)
  expect(lowestRate({ count: 0, of: 10 }, 0.025)).toBe(0)
  expect(highestRate({ count: 0, of: 10 }, 0.025)).toBeCloseTo(0.3084971, 6)
  expect(highestRate({ count: 10, of: 10 }, 0.025)).toBe(1)
})

test('large counts keep their digits', () => {
  expect(binomialAtLeast({ count: 1, of: 1e6 }, 1e-6)).toBeCloseTo(1 - (1 - 1e-6) ** 1e6, 9)
})

const part = (count: number, of: number) => ({ count, of })

test('days of all or nothing have a dispersion of their number of cases', () => {
  const days = [part(10, 10), part(0, 10), part(10, 10), part(0, 10)]
  expect(dispersionOf(days)).toBeCloseTo(40 / 3, 12)
})

test('days steadier than a coin have the dispersion of a coin', () => {
  expect(dispersionOf([part(5, 10), part(5, 10), part(5, 10)])).toBe(1)
})

test('a difference between periods does not add to the dispersion within them', () => {
  expect(dispersionOf([part(1, 10), part(1, 10)], [part(9, 10), part(9, 10)])).toBe(1)
})

test('empty days and certain outcomes are ignored', () => {
  expect(dispersionOf([part(0, 0), part(0, 0)])).toBe(1)
  expect(dispersionOf([part(3, 3), part(2, 2)])).toBe(1)
  expect(dispersionOf([], [])).toBe(1)
})

test('counts that come in fours count as a quarter', () => {
  expect(effective(sumOfDays([part(8, 20), part(12, 20)]), 4)).toEqual({ count: 5, of: 10 })
})

const ASPIRIN = { count: 104, of: 11_037 }
const PLACEBO = { count: 189, of: 11_034 }

test('the published aspirin trial gives its z of 5,00', () => {
  expect(twoProportionsZ(ASPIRIN, PLACEBO, 1)).toBeCloseTo(-5.001, 3)
})

test('four times the dispersion halves z', () => {
  expect(twoProportionsZ(ASPIRIN, PLACEBO, 4)).toBeCloseTo(-5.001 / 2, 3)
})

test('rates of all or none do not differ', () => {
  expect(twoProportionsZ({ count: 0, of: 10 }, { count: 0, of: 20 }, 1)).toBe(0)
  expect(twoProportionsZ({ count: 10, of: 10 }, { count: 20, of: 20 }, 1)).toBe(0)
})

test('empty counts do not differ', () => {
  expect(twoProportionsZ({ count: 0, of: 0 }, { count: 0, of: 0 }, 1)).toBe(0)
})

const days = [
  { count: 5, of: 10 },
  { count: 30, of: 30 },
  { count: 2, of: 20 },
]

test('the day with most hits above, or below, the rate is removed', () => {
  expect(withoutTellingDay(days, 0.5, 'above')).toEqual([days[0], days[2]])
  expect(withoutTellingDay(days, 0.5, 'below')).toEqual([days[0], days[1]])
})

test('an empty list stays empty', () => {
  expect(withoutTellingDay([], 0.5, 'above')).toEqual([])
})

test('the gamma function equals factorials, and the root of pi at a half', () => {
  expect(logGamma(10)).toBeCloseTo(Math.log(362_880), 12)
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12)
  expect(logGamma(0.25)).toBeCloseTo(1.2880225246980774, 12)
})

test('whole parameters give the polynomials of published tables', () => {
  expect(incompleteBeta(0.5, 2, 3)).toBeCloseTo(0.6875, 12)
  expect(incompleteBeta(0.25, 1, 4)).toBeCloseTo(1 - 0.75 ** 4, 12)
  expect(incompleteBeta(0.9, 5, 1)).toBeCloseTo(0.9 ** 5, 12)
})

test('the function is 0 at 0 and 1 at 1', () => {
  expect(incompleteBeta(0, 2, 3)).toBe(0)
  expect(incompleteBeta(1, 2, 3)).toBe(1)
})

test('swapping a and b mirrors x', () => {
  for (const [x, a, b] of [
    [0.01, 0.7, 300],
    [0.4, 40, 60.5],
    [0.98, 2000, 50],
  ] as const) {
    expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 10)
  }
})

test('the inverse returns x', () => {
  for (const x of [0.001, 0.2, 0.75]) {
    expect(inverseIncompleteBeta(incompleteBeta(x, 3, 7.5), 3, 7.5)).toBeCloseTo(x, 8)
  }
})
