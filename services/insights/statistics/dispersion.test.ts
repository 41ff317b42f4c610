import { expect, test } from 'vitest'
import { dispersionOf, effective, sumOfParts } from './dispersion.ts'

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
  expect(effective(sumOfParts([part(8, 20), part(12, 20)]), 4)).toEqual({ count: 5, of: 10 })
})
