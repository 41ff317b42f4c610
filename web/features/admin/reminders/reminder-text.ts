import { dateText } from '../../../ui/date-text.ts'

interface Reminder {
  readonly isSent: boolean
  /** When it was sent or is due; null where it never will be, or where nobody knows when it was. */
  readonly at: string | null
}

/** What became of a reminder, at the instant of which the list is. */
export function reminderText({ isSent, at }: Reminder, nowMs: number): string {
  if (at === null) return isSent ? 'Enviado' : 'No se envía'
  if (isSent) return `Enviado el ${dateText(at)}`
  return Date.parse(at) > nowMs ? `Sale el ${dateText(at)}` : 'Pendiente'
}
