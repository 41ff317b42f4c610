import { expect, test } from 'vitest'
import { createPace } from './sender.ts'
import { retryReminderAfterMs } from './retry.ts'

const MINUTE_MS = 60_000
const after = (failures: number, random = 0): number =>
  retryReminderAfterMs({ failures, isPermanent: false }, () => random)

test('tries are further and further apart, at most an hour', () => {
  expect([1, 2, 3, 7, 100].map((failures) => after(failures) / MINUTE_MS)).toEqual([1, 2, 4, 60, 60])
})

test('tries of many workers are spread', () => expect(after(1, 1)).toBeLessThan(after(1, 0)))

test('a refused mail is tried on another day', () =>
  expect(retryReminderAfterMs({ failures: 1, isPermanent: true }, () => 0)).toBe(24 * 60 * MINUTE_MS))

test('mails are sent evenly, however many wait', async () => {
  let nowMs = 0
  const pace = createPace(1_000, () => nowMs, new AbortController().signal)
  const turns = Promise.all([pace(), pace(), pace()])
  await turns
  nowMs = 10_000
  await pace()
})

test('no caller waits for a slot after the abort', async () => {
  const end = new AbortController()
  const pace = createPace(0.000_1, () => 0, end.signal)
  await pace()
  const waiting = pace()
  end.abort()
  await waiting
})
