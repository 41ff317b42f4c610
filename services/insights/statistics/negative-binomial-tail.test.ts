import { expect, test } from 'vitest'
import { negativeBinomialAtLeast } from './negative-binomial-tail.ts'

test('a shape of one is the geometric distribution', () => {
  expect(negativeBinomialAtLeast(3, 2, 2 + 4)).toBeCloseTo((2 / 3) ** 3, 12)
})

test('a shape of two has the tail of published tables', () => {
  expect(negativeBinomialAtLeast(3, 2, 4)).toBeCloseTo(0.3125, 12)
})

test('a variance up to the mean counts as Poisson, where 5 or more have 5,265% at a mean of 2', () => {
  expect(negativeBinomialAtLeast(5, 2, 2)).toBeCloseTo(0.05265, 3)
  expect(negativeBinomialAtLeast(5, 2, 0)).toBeCloseTo(0.05265, 3)
})

test('none or more is certain, and any count at a mean of 0 is impossible', () => {
  expect(negativeBinomialAtLeast(0, 2, 4)).toBe(1)
  expect(negativeBinomialAtLeast(1, 0, 0)).toBe(0)
})
