import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelStep, valueAxis } from './axis.ts'

test('the axis ends at a round value above the best', () => {
  expect(valueAxis(85)).toEqual({ max: 100, interval: 25 })
  expect(valueAxis(51)).toEqual({ max: 60, interval: 20 })
  expect(valueAxis(1540)).toEqual({ max: 2000, interval: 500 })
})

test('small counts get whole ticks', () => {
  expect(valueAxis(0)).toEqual({ max: 1, interval: 1 })
  expect(valueAxis(3)).toEqual({ max: 3, interval: 1 })
  expect(valueAxis(9)).toEqual({ max: 10, interval: 5 })
})

test('any best value fits under at most five whole ticks', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), (best) => {
      const { max, interval } = valueAxis(best)
      expect(max).toBeGreaterThanOrEqual(best)
      expect(Number.isInteger(interval)).toBe(true)
      expect(max / interval + 1).toBeLessThanOrEqual(5)
    }),
  )
})

test('a month of days is dated by weeks, a year by every second month', () => {
  expect(labelStep(30, 'day', 7)).toBe(7)
  expect(labelStep(7, 'day', 7)).toBe(1)
  expect(labelStep(13, 'week', 7)).toBe(2)
  expect(labelStep(12, 'month', 7)).toBe(2)
})

test('there are never more dates than fit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.constantFrom('day', 'week', 'month'),
      (points, unit) => {
        expect(Math.ceil(points / labelStep(points, unit, 5))).toBeLessThanOrEqual(5)
      },
    ),
  )
})
