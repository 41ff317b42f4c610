import { expect, test } from 'vitest'
import { incompleteBeta, inverseIncompleteBeta, logGamma } from './proportions.ts'

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
