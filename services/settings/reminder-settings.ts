import { z } from 'zod'
import { REMINDER_DAYS } from '@app/contracts/reminder-days.ts'
import { settingWithDefault, wholeNumberText } from './declare-setting.ts'

const HOURS = /^(\d{2})-(\d{2})$/
const DAY_HOURS = 24

/** Hours of a day in which reminders are sent, both included. */
interface SendingHours {
  readonly fromHour: number
  readonly toHour: number
}

/** `09-20`; undefined when not valid. */
function sendingHoursOf(text: string): SendingHours | undefined {
  const [, from, to] = HOURS.exec(text) ?? []
  const [fromHour, toHour] = [Number(from), Number(to)]
  return fromHour < toHour && toHour <= DAY_HOURS ? { fromHour, toHour } : undefined
}

export const REMINDER_SETTINGS = {
  REMINDER_HOURS: settingWithDefault('09-20', {
    schema: z
      .string()
      .transform(sendingHoursOf)
      .pipe(z.custom<SendingHours>((hours) => hours !== undefined)),
    advice: 'debe ser dos horas de 00 a 24, la primera antes que la segunda, por ejemplo 09-20.',
    description: 'hours in Santiago in which reminders are sent',
  }),
  REMINDER_MAILS_PER_SECOND: settingWithDefault('10', {
    schema: wholeNumberText(1, 9_999),
    advice: 'debe ser un número entre 1 y 9999.',
    description: 'the most reminders that a process sends in a second',
  }),
}

interface ReminderTimeSetting extends SendingHours {
  /** Calendar days after subscribing. */
  readonly days: number
}

export interface ReminderSettings {
  readonly times: { readonly first: ReminderTimeSetting; readonly second: ReminderTimeSetting }
  readonly mailsPerSecond: number
}

type Given = {
  readonly [Name in keyof typeof REMINDER_SETTINGS]: z.output<(typeof REMINDER_SETTINGS)[Name]['schema']>
}

export const reminderSettingsOf = (env: Given): ReminderSettings => ({
  times: {
    first: { days: REMINDER_DAYS.first, ...env.REMINDER_HOURS },
    second: { days: REMINDER_DAYS.second, ...env.REMINDER_HOURS },
  },
  mailsPerSecond: env.REMINDER_MAILS_PER_SECOND,
})
