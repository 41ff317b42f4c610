import { expect, test } from 'vitest'
import { LATE_SECONDS } from '../freshness.ts'
import { pollDelay } from './poll-delay.ts'

test('who is told of every movement asks now and then whether all is well', () => {
  expect(pollDelay(true)).toBe(30_000)
})

test('who is not told asks before the figures are late', () => {
  expect(pollDelay(false)).toBeLessThan(LATE_SECONDS * 1_000)
})
