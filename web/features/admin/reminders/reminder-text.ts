import { UNDELIVERABLE_TEXT } from '@app/contracts/api/reminder-calls.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { dateText } from '../../../ui/wording/exact-time.ts'

interface Reminder {
  readonly isSent: boolean
  /** When it was sent or is due; null if it never will be, or if the time is unknown. */
  readonly at: string | null
  /** Skipped, because the words of subscriber or profile were blocked. */
  readonly isBlocked?: boolean | undefined
  readonly isUndeliverable?: boolean | undefined
}

/** Outcome of a reminder at the instant of the list. */
export function reminderText({ isSent, at, isBlocked, isUndeliverable }: Reminder, nowMs: number): string {
  if (isBlocked) return `Omitido: ${BLOCKED_TEXT.toLowerCase()}`
  if (isUndeliverable) return UNDELIVERABLE_TEXT
  if (at === null) return isSent ? 'Enviado' : 'No se envía'
  if (isSent) return `Enviado el ${dateText(at)}`
  return Date.parse(at) > nowMs ? `Sale el ${dateText(at)}` : 'Pendiente'
}
