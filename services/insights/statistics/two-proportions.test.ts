import { expect, test } from 'vitest'
import { twoProportionsZ } from './two-proportions.ts'

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
