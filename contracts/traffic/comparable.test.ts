import { expect, test } from 'vitest'
import { isComparable } from './comparable.ts'

const previous = { from: '2026-09-22' }

test('a former period within the profile’s life is compared', () => {
  expect(isComparable({ previous, profile_since: '2026-09-22' })).toBe(true)
})

test('a former period that begins before the profile is not compared [FIG-14]', () => {
  expect(isComparable({ previous, profile_since: '2026-09-23' })).toBe(false)
})

test('all time has no period before', () => {
  expect(isComparable({ previous: null, profile_since: '2020-01-01' })).toBe(false)
})
