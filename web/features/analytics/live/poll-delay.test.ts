import { expect, test } from 'vitest'
import { LATE_SECONDS } from '../figures-freshness.ts'
import { pollDelay } from './poll-delay.ts'

test('with a stream the client polls rarely', () => {
  expect(pollDelay(true)).toBe(30_000)
})

test('without a stream the client polls before the figures are late', () => {
  expect(pollDelay(false)).toBeLessThan(LATE_SECONDS * 1_000)
})
