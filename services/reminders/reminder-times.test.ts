import { describe, expect, test } from 'vitest'
import { nextSendingMs, reminderDueMs } from './reminder-times.ts'

const WEEK = { days: 7, fromHour: 9, toHour: 20 }

const due = (subscribed: string, time = WEEK): string =>
  new Date(reminderDueMs(Date.parse(subscribed), time)).toISOString()

describe('a reminder is due', () => {
  test('a week later at the same local time [MAIL-1]', () =>
    expect(due('2026-11-02T15:30:20.500-03:00')).toBe('2026-11-09T18:30:20.500Z'))

  test('167 hours later where the clocks go forward in between', () =>
    expect(due('2026-08-31T10:15:00-04:00')).toBe('2026-09-07T13:15:00.000Z'))

  test('169 hours later where they go back in between', () =>
    expect(due('2026-04-01T10:15:00-03:00')).toBe('2026-04-08T14:15:00.000Z'))

  test('at nine for a subscription before nine', () =>
    expect(due('2026-11-02T03:00:00-03:00')).toBe('2026-11-09T12:00:00.000Z'))

  test('at eight in the evening for a later subscription, also in the last minute of the day', () => {
    expect(due('2026-11-02T20:00:01-03:00')).toBe('2026-11-09T23:00:00.000Z')
    expect(due('2026-11-02T23:59:59-03:00')).toBe('2026-11-09T23:00:00.000Z')
  })

  test('on the day that the local midnight belongs to, not on the day before', () =>
    expect(due('2026-11-03T00:00:00-03:00')).toBe('2026-11-10T12:00:00.000Z'))

  test('at nine on the day whose midnight does not exist [MAIL-1]', () =>
    expect(due('2026-08-30T00:30:00-04:00')).toBe('2026-09-06T12:00:00.000Z'))

  test('at the first instant of that day where reminders are sent all day', () =>
    expect(due('2026-08-30T00:30:00-04:00', { days: 7, fromHour: 0, toHour: 24 })).toBe(
      '2026-09-06T04:30:00.000Z',
    ))
})

test.each([
  ['2026-11-02T08:59:59-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T09:00:00-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T19:59:59-03:00', '2026-11-02T22:59:59.000Z'],
  ['2026-11-02T20:00:00-03:00', '2026-11-03T12:00:00.000Z'],
  ['2026-09-05T23:00:00-04:00', '2026-09-06T12:00:00.000Z'],
])('a late mail of %s is sent at %s', (now, sent) =>
  expect(new Date(nextSendingMs(Date.parse(now), WEEK)).toISOString()).toBe(sent),
)
