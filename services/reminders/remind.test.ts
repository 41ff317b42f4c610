import { expect, test } from 'vitest'
import { createPace, pauseBeforeRetry } from './remind.ts'

const MINUTE_MS = 60_000
const after = (failures: number, random = 0): number => pauseBeforeRetry(failures, () => random)

test('tries are further and further apart, at most four hours', () => {
  expect([1, 2, 3, 7, 8, 9, 100].map((failures) => after(failures) / MINUTE_MS)).toEqual([
    1, 2, 4, 64, 128, 240, 240,
  ])
})

test('mails are sent evenly, however many wait', async () => {
  const { signal } = new AbortController()
  let nowMs = 0
  const pace = createPace(1_000, () => nowMs)
  const turns = Promise.all([pace(signal), pace(signal), pace(signal)])
  await turns
  nowMs = 10_000
  await pace(signal)
})

test('no caller waits for a slot after the abort', async () => {
  const end = new AbortController()
  const pace = createPace(0.000_1, () => 0)
  await pace(end.signal)
  const waiting = pace(end.signal)
  end.abort()
  await waiting
})
