import { expect, test, vi } from 'vitest'
import { createWakeSignal } from './wake-signal.ts'

test('a notice ends a wait and stays until it is cleared; a pause it does not end', async () => {
  vi.useFakeTimers()
  const signal = createWakeSignal()
  signal.notify()
  expect(await signal.wait(1_000)).toBe(true)
  signal.clear()
  let isOver = false
  const pause = signal.sleep(1_000).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(999)
  signal.notify()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await pause
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
