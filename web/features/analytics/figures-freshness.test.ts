import { expect, test } from 'vitest'
import { ageSeconds } from './figures-freshness.ts'

const answered = { lagSeconds: 0.2, answeredAtMs: 1_000, isLive: false }

test('without the stream figures grow old from their answer on', () => {
  expect(ageSeconds(answered, 6_000)).toBe(5.2)
})

test('with the stream figures stay as fresh as they were', () => {
  expect(ageSeconds({ ...answered, isLive: true }, 600_000)).toBe(0.2)
})

test('figures that lag go on lagging, stream or not', () => {
  expect(ageSeconds({ ...answered, lagSeconds: 41, isLive: true }, 3_000)).toBe(43)
})

test('an unknown lag is not made up', () => {
  expect(ageSeconds({ ...answered, lagSeconds: null, isLive: true }, 2_000)).toBeNull()
})

test('a clock that was put back makes nothing younger', () => {
  expect(ageSeconds(answered, 0)).toBe(0.2)
})
