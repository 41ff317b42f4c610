import { expect, test } from 'vitest'
import { median, robustDeviation } from './median.ts'

test('the median is the middle value, or the mean of the two middle ones', () => {
  expect(median([9, 1, 10])).toBe(9)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBe(0)
})

test('the median absolute deviation of 1, 1, 2, 2, 4, 6, 9 is 1, even with one extreme value', () => {
  expect(robustDeviation([1, 1, 2, 2, 4, 6, 9])).toBeCloseTo(1.4826, 12)
  expect(robustDeviation([1, 1, 2, 2, 4, 6, 9000])).toBeCloseTo(1.4826, 12)
})
