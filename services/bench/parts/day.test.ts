import { expect, test } from 'vitest'
import { simulateDay } from './day.ts'

const waits = (cards: number, apis: number, logs: number) => simulateDay({ cards, apis, logs }, 7)

test('nothing waits while every stage takes more than a day brings at its busiest', () => {
  for (const { seconds, since } of Object.values(waits(1_000_000, 2, 1))) {
    expect(seconds).toBe(0)
    expect(since).toBeUndefined()
  }
})

test('what exceeds the slowest stage waits there first, and no stage behind a slower one waits', () => {
  const { api, log, models } = waits(100_000_000, 8, 1)
  expect([api.seconds, models.seconds > log.seconds]).toEqual([0, true])
  expect(models.since).toBeLessThan(log.since!)
  const narrow = waits(100_000_000, 1, 1)
  expect(narrow.api.seconds).toBeGreaterThan(3_600)
  expect([narrow.log.seconds, narrow.models.seconds]).toEqual([0, 0])
})

test('the same seed gives the same day', () => {
  expect(waits(60_000_000, 4, 1)).toEqual(waits(60_000_000, 4, 1))
})
