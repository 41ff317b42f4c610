import { expect, test } from 'vitest'
import { filledProfiles } from './filled-product.ts'

test('ten times the events are of a hundred times the profiles, and never of fewer than fifty', () => {
  expect([1_000, 1_000_000, 10_000_000].map(filledProfiles)).toEqual([50, 50, 5_000])
})
