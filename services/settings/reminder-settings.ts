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

export const SECOND_TOO_EARLY = 'debe ser mayor que REMINDER_FIRST_DAYS.'

/** Answers undefined unless the second reminder comes later than the first. */
export function reminderSettingsOf(env: {
  readonly REMINDER_FIRST_DAYS: number
  readonly REMINDER_SECOND_DAYS: number
  readonly REMINDER_HOURS: SendingHours
  readonly REMINDER_MAILS_PER_SECOND: number
}): ReminderSettings | undefined {
  const { REMINDER_FIRST_DAYS: first, REMINDER_SECOND_DAYS: second, REMINDER_HOURS: hours } = env
  if (second <= first) return undefined
  return {
    times: { first: { days: first, ...hours }, second: { days: second, ...hours } },
    mailsPerSecond: env.REMINDER_MAILS_PER_SECOND,
  }
}
