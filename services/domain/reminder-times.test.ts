import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestSubscribedMs, nextSendingMs, reminderDueMs } from './reminder-times.ts'
import { runs } from '../../tests/support/longer-runs.ts'

const seed = Number(process.env['TEST_SEED'])
const WEEK = { days: 7, fromHour: 9, toHour: 20 }
const HOUR_MS = 3_600_000

const due = (subscribed: string, time = WEEK): string =>
  new Date(reminderDueMs(Date.parse(subscribed), time)).toISOString()

test('a reminder is due: a week later at the same local time [MAIL-1]', () =>
  expect(due('2026-11-02T15:30:20.500-03:00')).toBe('2026-11-09T18:30:20.500Z'))

test('a reminder is due: 167 hours later where the clocks go forward in between', () =>
  expect(due('2026-08-31T10:15:00-04:00')).toBe('2026-09-07T13:15:00.000Z'))

test('a reminder is due: 169 hours later where they go back in between', () =>
  expect(due('2026-04-01T10:15:00-03:00')).toBe('2026-04-08T14:15:00.000Z'))

test('a reminder is due at nine for a subscription before nine', () =>
  expect(due('2026-11-02T03:00:00-03:00')).toBe('2026-11-09T12:00:00.000Z'))

test('a reminder is due at eight in the evening for a later subscription, also in the last minute of the day', () => {
  expect(due('2026-11-02T20:00:01-03:00')).toBe('2026-11-09T23:00:00.000Z')
  expect(due('2026-11-02T23:59:59-03:00')).toBe('2026-11-09T23:00:00.000Z')
})

test('a reminder is due on the day that the local midnight belongs to, not on the day before', () =>
  expect(due('2026-11-03T00:00:00-03:00')).toBe('2026-11-10T12:00:00.000Z'))

test('a reminder is due at nine on the day whose midnight does not exist [MAIL-1]', () =>
  expect(due('2026-08-30T00:30:00-04:00')).toBe('2026-09-06T12:00:00.000Z'))

test('a reminder is due at the first instant of that day where reminders are sent all day', () =>
  expect(due('2026-08-30T00:30:00-04:00', { days: 7, fromHour: 0, toHour: 24 })).toBe(
    '2026-09-06T04:30:00.000Z',
  ))

test.each([
  ['2026-11-02T08:59:59-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T09:00:00-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T19:59:59-03:00', '2026-11-02T22:59:59.000Z'],
  ['2026-11-02T20:00:00-03:00', '2026-11-03T12:00:00.000Z'],
  ['2026-09-05T23:00:00-04:00', '2026-09-06T12:00:00.000Z'],
])('a late mail of %s is sent at %s', (now, sent) =>
  expect(new Date(nextSendingMs(Date.parse(now), WEEK)).toISOString()).toBe(sent),
)

const instants = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2029-01-01') })
const times = fc.record({
  days: fc.integer({ min: 1, max: 30 }),
  fromHour: fc.integer({ min: 0, max: 11 }),
  toHour: fc.integer({ min: 12, max: 24 }),
})

test('whatever the hours: an earlier subscription is never due later', () =>
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 0, max: 3 * 86_400_000 }),
      times,
      (subscribedMs, laterMs, time) => {
        // The hour that repeats has one order on the clock and another one in time.
        const isTwice = laterMs < 2 * HOUR_MS
        expect(reminderDueMs(subscribedMs + laterMs, time)).toBeGreaterThanOrEqual(
          reminderDueMs(subscribedMs, time) - (isTwice ? HOUR_MS : 0),
        )
      },
    ),
    { seed },
  ))

test('whatever the hours: the limit leaves out no subscription that is due', () =>
  fc.assert(
    fc.property(instants, times, fc.integer({ min: 0, max: 12 * HOUR_MS }), (subscribedMs, time, lateMs) => {
      const nowMs = reminderDueMs(subscribedMs, time) + lateMs
      expect(latestSubscribedMs(nowMs, time)).toBeGreaterThanOrEqual(subscribedMs)
    }),
    { seed, numRuns: runs(2_000) },
  ))

test('whatever the hours: the limit leaves out no subscription in the hour that repeats', () => {
  const night = { days: 11, fromHour: 12, toHour: 24 }
  const subscribedMs = Date.parse('2027-03-23T23:55:00-03:00')
  const dueMs = Date.parse('2027-04-03T23:55:00-03:00')
  expect(reminderDueMs(subscribedMs, night)).toBe(dueMs)
  for (let lateMs = 0; lateMs <= 2 * HOUR_MS; lateMs += HOUR_MS / 12)
    expect(latestSubscribedMs(dueMs + lateMs, night)).toBeGreaterThanOrEqual(subscribedMs)
})

test('whatever the hours: the limit includes few subscriptions that are not due yet', () =>
  fc.assert(
    fc.property(instants, times, (nowMs, time) => {
      const latest = reminderDueMs(latestSubscribedMs(nowMs, time), time)
      expect(latest - nowMs).toBeLessThanOrEqual(2 * HOUR_MS)
    }),
    { seed, numRuns: runs(2_000) },
  ))
