import { addDays, dayInSantiago, daysBetween } from '../calendar.ts'
import { RIGHTS_PERIODS } from './rights-periods.ts'

/** The last day on which an answer is in time: an ISO date in Santiago. */
export const dueDayOf = (receivedAt: string, isProlonged: boolean): string =>
  addDays(
    dayInSantiago(Date.parse(receivedAt)),
    RIGHTS_PERIODS.answerDays + (isProlonged ? RIGHTS_PERIODS.prolongationDays : 0),
  )

/** 0 on the due day itself, negative from the first second of the next one. */
export const daysLeft = (dueDay: string, nowMs: number): number => daysBetween(dayInSantiago(nowMs), dueDay)
