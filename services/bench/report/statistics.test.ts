import { expect, test } from 'vitest'
import { medianOf, percentile, spreadOf } from './statistics.ts'

test('the median is the middle value, or lies between the two middle ones', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(medianOf([7])).toBe(7)
})

test('values are compared as numbers, not as texts', () => {
  expect(medianOf([10, 9, 100])).toBe(10)
})

test('a percentile is a value that was measured, never one in between', () => {
  const values = Array.from({ length: 200 }, (_none, index) => 200 - index)
  expect(percentile(values, 50)).toBe(100)
  expect(percentile(values, 99)).toBe(198)
  expect(percentile(values, 100)).toBe(200)
  expect(percentile([3], 99)).toBe(3)
  expect(percentile([3, 4], 0)).toBe(3)
})

test('a spread leaves the values in their order', () => {
  const values = [3, 1, 2]
  expect(spreadOf(values)).toEqual({ median: 2, min: 1, max: 3 })
  expect(values).toEqual([3, 1, 2])
})

test('nothing measured has no figures', () => {
  expect(() => medianOf([])).toThrow('no values')
  expect(() => percentile([], 50)).toThrow('no values')
})
