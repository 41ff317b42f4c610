import { expect, test, vi } from 'vitest'
import { createWake } from './wake.ts'

test('a ring ends the next wait at once; a pause it does not end', async () => {
  vi.useFakeTimers()
  const wake = createWake()
  wake.ring()
  await wake.wait(1_000)
  let isOver = false
  const pause = wake.sleep(1_000).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(999)
  wake.ring()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await pause
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
