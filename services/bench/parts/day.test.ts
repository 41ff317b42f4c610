import { expect, test } from 'vitest'
import { simulateDay } from './day.ts'

const waits = (cards: number, apis: number, logs: number) => simulateDay({ cards, apis, logs }, 7)

test('nothing waits while every stage takes more than a day brings at its busiest', () => {
  for (const { seconds, since } of Object.values(waits(1_000_000, 2, 1))) {
    expect(seconds).toBe(0)
    expect(since).toBeUndefined()
  }
})

test('events wait at the first stage that takes less than the day brings, and at none behind it', () => {
  const { api, log, models } = waits(100_000_000, 10, 1)
  expect([api.seconds, models.seconds]).toEqual([0, 0])
  expect(log.seconds).toBeGreaterThan(3_600)
  const narrow = waits(100_000_000, 1, 1)
  expect(narrow.api.since).toBeLessThan(log.since!)
  expect([narrow.log.seconds, narrow.models.seconds]).toEqual([0, 0])
})

test('the same seed gives the same day', () => {
  expect(waits(60_000_000, 4, 1)).toEqual(waits(60_000_000, 4, 1))
})
