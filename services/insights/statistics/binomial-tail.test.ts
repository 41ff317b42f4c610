import { expect, test } from 'vitest'
import { binomialAtLeast, binomialAtMost, highestRate, lowestRate } from './binomial-tail.ts'

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
