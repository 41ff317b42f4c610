import { expect, test } from 'vitest'
import { retryMailAfterMs } from './send-mails.ts'

const HOUR_MS = 3_600_000

function pauses(random: number): readonly number[] {
  const found: number[] = []
  for (let tries = 1; ; tries += 1) {
    const ms = retryMailAfterMs(tries, () => random)
    if (ms === undefined) return found
    found.push(ms)
  }
}

test('a mail is tried for six hours, at first after seconds and at last every ten minutes', () => {
  const ms = pauses(0.5)
  expect(ms.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000])
  expect(ms.at(-1)).toBe(600_000)
  const hours = ms.reduce((sum, one) => sum + one, 0) / HOUR_MS
  expect(hours).toBeGreaterThan(5.8)
  expect(hours).toBeLessThanOrEqual(6)
})

test('the jitter is a quarter at most', () => {
  expect([retryMailAfterMs(1, () => 0), retryMailAfterMs(1, () => 1)]).toEqual([3_750, 6_250])
  expect(Math.max(...pauses(1))).toBeLessThanOrEqual(15 * 60_000)
})
