import { beforeEach, expect, test } from 'vitest'
import { openTestPool } from '../../../tests/support/test-database.ts'
import { believedTime } from './retention.ts'

const db = await openTestPool(1)
beforeEach(async () => {
  await db.query('set role none; delete from retention.clock; set role svc_app')
  await believedAt('2026-11-24T12:00:00Z')
})

const believedAt = async (now: string, mayStep = true): Promise<string> =>
  (await believedTime(db, { now: new Date(now), mayStep })).at.toISOString()

test('a clock that goes on from day to day is believed [PRIV-18]', async () => {
  expect(await believedAt('2026-11-24T13:00:00Z')).toBe('2026-11-24T13:00:00.000Z')
  expect(await believedAt('2026-11-25T15:00:00Z', false)).toBe('2026-11-25T15:00:00.000Z')
  expect(
    (await believedTime(db, { now: new Date('2026-11-25T16:00:00Z'), mayStep: true })).isBehindClock,
  ).toBe(false)
})

test('a clock that leaps ahead is followed by a day with each pass that may, and by none at a start [PRIV-18]', async () => {
  const wrong = '2030-01-01T00:00:00Z'
  for (let start = 1; start <= 3; start += 1)
    expect(await believedAt(wrong, false)).toBe('2026-11-24T12:00:00.000Z')
  expect(await believedAt(wrong)).toBe('2026-11-25T12:00:00.000Z')
  expect(await believedAt(wrong)).toBe('2026-11-26T12:00:00.000Z')
  const next = { now: new Date(wrong), mayStep: true }
  expect((await believedTime(db, next)).isBehindClock).toBe(true)
})

test('a clock that is set back is believed at once, and so is the right one after it [PRIV-18]', async () => {
  expect(await believedAt('2026-11-20T12:00:00Z', false)).toBe('2026-11-20T12:00:00.000Z')
  expect(await believedAt('2026-11-20T13:00:00Z')).toBe('2026-11-20T13:00:00.000Z')
})
