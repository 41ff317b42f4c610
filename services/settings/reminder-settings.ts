import { REMINDER_DAYS } from '@app/contracts/reminder-days.ts'

const HOURS = /^(\d{2})-(\d{2})$/
const DAY_HOURS = 24

/** Hours of a day in which reminders are sent, both included. */
export interface SendingHours {
  readonly fromHour: number
  readonly toHour: number
}

/** `09-20`; undefined when not valid. */
export function sendingHoursOf(text: string): SendingHours | undefined {
  const [, from, to] = HOURS.exec(text) ?? []
  const [fromHour, toHour] = [Number(from), Number(to)]
  return fromHour < toHour && toHour <= DAY_HOURS ? { fromHour, toHour } : undefined
}

interface ReminderTimeSetting extends SendingHours {
  /** Calendar days after subscribing. */
  readonly days: number
}

export interface ReminderSettings {
  readonly times: { readonly first: ReminderTimeSetting; readonly second: ReminderTimeSetting }
  readonly mailsPerSecond: number
}

export const reminderSettingsOf = (env: {
  readonly REMINDER_HOURS: SendingHours
  readonly REMINDER_MAILS_PER_SECOND: number
}): ReminderSettings => ({
  times: {
    first: { days: REMINDER_DAYS.first, ...env.REMINDER_HOURS },
    second: { days: REMINDER_DAYS.second, ...env.REMINDER_HOURS },
  },
  mailsPerSecond: env.REMINDER_MAILS_PER_SECOND,
})
