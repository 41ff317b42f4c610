import { expect, test } from 'vitest'
import { isComparable } from './comparable.ts'

const previous = { from: '2026-09-22' }

test('a period before that the profile lived through compares', () => {
  expect(isComparable({ previous, profile_since: '2026-09-22' })).toBe(true)
})

test('a period before that begins before the profile does not [FIG-14]', () => {
  expect(isComparable({ previous, profile_since: '2026-09-23' })).toBe(false)
})

test('all time has no period before', () => {
  expect(isComparable({ previous: null, profile_since: '2020-01-01' })).toBe(false)
})
