import { addDays, dayInSantiago, daysBetween } from '../calendar.ts'
import type { REQUEST_KINDS } from './requests.ts'
import { RIGHTS_PERIODS } from './rights-periods.ts'
import { addWorkingDays } from './working-days.ts'

/** The last day on which an answer is in time: an ISO date in Santiago. A block is never prolonged. */
export function dueDayOf(
  { kind, receivedAt }: { readonly kind: (typeof REQUEST_KINDS)[number]; readonly receivedAt: string },
  isProlonged: boolean,
): string {
  const day = dayInSantiago(Date.parse(receivedAt))
  if (kind === 'blocking') return addWorkingDays(day, RIGHTS_PERIODS.blockWorkingDays)
  return addDays(day, RIGHTS_PERIODS.answerDays + (isProlonged ? RIGHTS_PERIODS.prolongationDays : 0))
}

/** 0 on the due day itself, negative from the first second of the next one. */
export const daysLeft = (dueDay: string, nowMs: number): number => daysBetween(dayInSantiago(nowMs), dueDay)
