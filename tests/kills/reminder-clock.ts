import type { ReminderTimes } from '@app/services/reminders/plan.ts'

export const MAIL_FROM = 'hola@tarjeta.example'
export const TIMES: ReminderTimes = {
  first: { days: 7, fromHour: 9, toHour: 20 },
  second: { days: 14, fromHour: 9, toHour: 20 },
}
export const SUBSCRIBED_AT = '2026-11-02T09:00:00.000-03:00'
const DUE_MS = Date.parse('2026-11-09T09:00:00.000-03:00')
/** Minutes become seconds. */
const SPEED = 30

/** A clock that begins when the first reminders are due. @param begunMs by the machine's clock */
export const nowOf =
  (begunMs: number, minutesAhead: number): (() => Date) =>
  () =>
    new Date(DUE_MS + minutesAhead * 60_000 + (Date.now() - begunMs) * SPEED)
