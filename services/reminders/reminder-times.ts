import { addDays, dayInSantiago, startOfDayMs, wallHourInSantiago } from '@app/contracts/calendar.ts'
import type { Reminder } from '@app/contracts/reminders.ts'

/** Mails are sent from `fromHour`:00 to `toHour`:00, both included, 0 to 24. */
export interface ReminderHours {
  readonly fromHour: number
  readonly toHour: number
}

export interface ReminderTime extends ReminderHours {
  /** Calendar days after subscribing. */
  readonly days: number
}

export type ReminderTimes = Readonly<Record<Reminder, ReminderTime>>

const HOUR_MS = 3_600_000
/** Santiago's days have 23 to 25 hours. */
const HOURS_OF_DAY_MAX = 25

/**
 * The same local time some days later, moved into the hours of mailing. Not a multiple of 24 hours: clocks change.
 * @param subscribedMs milliseconds since 1970, as all instants here
 */
export function reminderDueMs(subscribedMs: number, { days, fromHour, toHour }: ReminderTime): number {
  const { day, hour } = wallHourInSantiago(subscribedMs)
  const dueDay = addDays(day, days)
  if (hour < fromHour) return instantMs(dueDay, fromHour)
  if (hour >= toHour) return instantMs(dueDay, toHour)
  return instantMs(dueDay, hour) + (subscribedMs % HOUR_MS)
}

/** Mails that are late wait for the morning. @returns `nowMs` within the hours of mailing */
export function nextSendingMs(nowMs: number, { fromHour, toHour }: ReminderHours): number {
  const { day, hour } = wallHourInSantiago(nowMs)
  if (hour < fromHour) return instantMs(day, fromHour)
  return hour < toHour ? nowMs : instantMs(addDays(day, 1), fromHour)
}

/** The first instant of that hour; of the hour that follows where clocks skip it. */
function instantMs(day: string, hour: number): number {
  const start = startOfDayMs(day)
  for (let passed = 0; passed < HOURS_OF_DAY_MAX; passed += 1) {
    const at = start + passed * HOUR_MS
    if (dayInSantiago(at) > day || wallHourInSantiago(at).hour >= hour) return at
  }
  return startOfDayMs(addDays(day, 1))
}
