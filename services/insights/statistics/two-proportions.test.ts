import { expect, test } from 'vitest'
import { twoProportionsZ } from './two-proportions.ts'

const ASPIRIN = { count: 104, of: 11_037 }
const PLACEBO = { count: 189, of: 11_034 }

test('heart attacks with aspirin and without differ by the published z of 5,00', () => {
  expect(twoProportionsZ(ASPIRIN, PLACEBO, 1)).toBeCloseTo(-5.001, 3)
})

test('days four times as unsteady halve z', () => {
  expect(twoProportionsZ(ASPIRIN, PLACEBO, 4)).toBeCloseTo(-5.001 / 2, 3)
})

test('where all or none hit nothing differs', () => {
  expect(twoProportionsZ({ count: 0, of: 10 }, { count: 0, of: 20 }, 1)).toBe(0)
  expect(twoProportionsZ({ count: 10, of: 10 }, { count: 20, of: 20 }, 1)).toBe(0)
})

test('nothing against nothing is no difference', () => {
  expect(twoProportionsZ({ count: 0, of: 0 }, { count: 0, of: 0 }, 1)).toBe(0)
})
