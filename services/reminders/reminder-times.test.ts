import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { nextSendingMs, reminderDueMs } from './reminder-times.ts'

const WEEK = { days: 7, fromHour: 9, toHour: 20 }
const ALL_DAY = { days: 7, fromHour: 0, toHour: 24 }

testTable<[subscribed: string, due: string, time?: typeof WEEK]>([
  ['2026-11-02T15:30:20.500-03:00', '2026-11-09T18:30:20.500Z'],
  // Clocks go forward in between, or back.
  ['2026-08-31T10:15:00-04:00', '2026-09-07T13:15:00.000Z'],
  ['2026-04-01T10:15:00-03:00', '2026-04-08T14:15:00.000Z'],
  ['2026-11-02T03:00:00-03:00', '2026-11-09T12:00:00.000Z'],
  ['2026-11-02T20:00:01-03:00', '2026-11-09T23:00:00.000Z'],
  ['2026-11-02T23:59:59-03:00', '2026-11-09T23:00:00.000Z'],
  ['2026-11-03T00:00:00-03:00', '2026-11-10T12:00:00.000Z'],
  // A day whose midnight does not exist.
  ['2026-08-30T00:30:00-04:00', '2026-09-06T12:00:00.000Z'],
  ['2026-08-30T00:30:00-04:00', '2026-09-06T04:30:00.000Z', ALL_DAY],
])(
  'a reminder is due a week later at the same local time, moved into the hours of mailing [MAIL-1]',
  (subscribed, due, time = WEEK) =>
    expect(new Date(reminderDueMs(Date.parse(subscribed), time)).toISOString()).toBe(due),
)

testTable([
  ['2026-11-02T08:59:59-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T09:00:00-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T19:59:59-03:00', '2026-11-02T22:59:59.000Z'],
  ['2026-11-02T20:00:00-03:00', '2026-11-03T12:00:00.000Z'],
  ['2026-09-05T23:00:00-04:00', '2026-09-06T12:00:00.000Z'],
])('a late mail is sent within the hours of mailing, else in the next morning', (now, sent) =>
  expect(new Date(nextSendingMs(Date.parse(now), WEEK)).toISOString()).toBe(sent),
)
