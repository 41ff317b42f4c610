import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RETRY_MS } from '../outage.ts'
import { createAppendBackoff } from './append-backoff.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the waits of an outage double up to the longest, and the next outage begins with the shortest', () => {
  let isElapsed = false
  const backoff = createAppendBackoff(60_000, () => (isElapsed = true))
  const waitAfterFailure = (): number => {
    isElapsed = false
    backoff.failed()
    let waited = 0
    for (; !isElapsed; waited += 1) vi.advanceTimersByTime(1)
    return waited
  }
  expect(Array.from({ length: 5 }, waitAfterFailure)).toEqual([50, 100, 200, RETRY_MS.most, RETRY_MS.most])
  backoff.outageEnded()
  expect(waitAfterFailure()).toBe(RETRY_MS.first)
})
