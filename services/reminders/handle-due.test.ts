import { expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import type { Events } from '@app/kernel/commands.ts'
import { createDueHandler, type DueHandlerDeps, pauseBeforeRetry } from './handle-due.ts'
import { createPace } from './sender.ts'

test('a log that is away ends a page: its streams are not asked for one by one', async () => {
  const away = new StoreError('Unavailable', 'away')
  const store = { log: { headPosition: () => Promise.reject(away) } } as unknown as Events
  await expect(createDueHandler({ store } as DueHandlerDeps).openPage()).rejects.toBe(away)
})

const MINUTE_MS = 60_000
const after = (failures: number, random = 0): number => pauseBeforeRetry(failures, () => random)

test('tries are further and further apart, at most four hours', () => {
  expect([1, 2, 3, 7, 8, 9, 100].map((failures) => after(failures) / MINUTE_MS)).toEqual([
    1, 2, 4, 64, 128, 240, 240,
  ])
})

test('tries of many workers are spread', () => expect(after(1, 1)).toBeLessThan(after(1, 0)))

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
