import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { awakeMsOf, startAwakeTime } from './awake-time.ts'

/** Like a busy machine. */
function keepBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('time in which the process gets no processor hardly counts', () => {
  const sinceMs = startAwakeTime()
  keepBusy(500)
  expect(sinceMs()).toBeLessThan(50)
})

test('time that is waited for counts, and never more than there was', async () => {
  const started = performance.now()
  const sinceMs = startAwakeTime()
  expect(await awakeMsOf(pause(100))).toBeGreaterThan(5)
  expect(sinceMs()).toBeLessThanOrEqual(performance.now() - started)
})
