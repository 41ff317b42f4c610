import { expect, test } from 'vitest'
import { pollDelay } from './poll-delay.ts'

test('a healthy server is asked often enough to show a tap within a second', () => {
  expect(pollDelay(0)).toBe(700)
})

test('a failing server is asked less and less, down to every ten seconds', () => {
  expect([1, 2, 3, 4, 50].map(pollDelay)).toEqual([1_400, 2_800, 5_600, 10_000, 10_000])
})
