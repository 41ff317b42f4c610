import { expect, test } from 'vitest'
import { negativeBinomialAtLeast } from './negative-binomial-tail.ts'

test('a shape of one is the geometric distribution', () => {
  expect(negativeBinomialAtLeast(3, 2, 2 + 4)).toBeCloseTo((2 / 3) ** 3, 12)
})

test('a shape of two has the tail of the tables', () => {
  expect(negativeBinomialAtLeast(3, 2, 4)).toBeCloseTo(0.3125, 12)
})

test('a variance that is no larger than the mean is Poisson: 5 or more of 2 are 5,265%', () => {
  expect(negativeBinomialAtLeast(5, 2, 2)).toBeCloseTo(0.05265, 3)
  expect(negativeBinomialAtLeast(5, 2, 0)).toBeCloseTo(0.05265, 3)
})

test('none or more is certain, and where nothing ever comes something is a wonder', () => {
  expect(negativeBinomialAtLeast(0, 2, 4)).toBe(1)
  expect(negativeBinomialAtLeast(1, 0, 0)).toBe(0)
})
