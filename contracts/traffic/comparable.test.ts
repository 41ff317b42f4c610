import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { isComparable } from './comparable.ts'

const previous = { from: '2026-09-22' }

testTable([
  [previous, '2026-09-22', true],
  [previous, '2026-09-23', false],
  [null, '2020-01-01', false],
])('only a former period within the life of the profile is compared [FIG-14]', (former, since, isOne) => {
  expect(isComparable({ previous: former, profile_since: since })).toBe(isOne)
})
