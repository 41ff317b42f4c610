import { addDays, addMonths, dayInSantiago, daysBetween, startOfDayMs, weekdayOf } from '../calendar.ts'
import type { REQUEST_KINDS } from '../privacy/request-kinds.ts'

/** Calendar days from a subscription to its reminders. What visitors and owners read names the first. */
export const REMINDER_DAYS = { first: 7, second: 14 } as const

export const RETENTION = {
  /** After the last text of an identified visitor. The settings `RETENTION_…` change this and the four that follow. */
  visitorsMonths: 24,
  quotationsMonths: 24,
  subscriptionsMonths: 12,
  requestsMonths: 36,
  /** A request for a new password, from its mail on. */
  resetsDays: 7,
  /** Id and name that a browser keeps for a profile. */
  browserDays: 395,
  /** A browser without an id is recognised for a day; then the day's salt is destroyed. */
  daySaltDays: 2,
  /** A mail that no server takes. */
  mailTriesHours: 6,
  /** Copies of the database can be decrypted for so long after an erasure, while the product runs. */
  copiesHours: 24,
  /** Entries of the security log, by the operator: SECURITY.md. */
  securityLogDays: 90,
} as const

/** Kinds of people whose words have a period. An account stays while it lives. */
export const EXPIRING_KINDS = ['visitor', 'subscription', 'quotation', 'request'] as const
export type ExpiringKind = (typeof EXPIRING_KINDS)[number]

export interface RetentionPeriods {
  /** Civil months in Santiago, from the last text. */
  readonly months: Readonly<Record<ExpiringKind, number>>
  readonly resetsDays: number
}

export const RETENTION_DEFAULTS: RetentionPeriods = {
  months: {
    visitor: RETENTION.visitorsMonths,
    subscription: RETENTION.subscriptionsMonths,
    quotation: RETENTION.quotationsMonths,
    request: RETENTION.requestsMonths,
  },
  resetsDays: RETENTION.resetsDays,
}

export const daysOverBefore = (days: number, nowMs: number): Date =>
  new Date(startOfDayMs(addDays(dayInSantiago(nowMs), -days)))

/** Periods begun before it are over. The last day counts whole. From 29 February, 12 months end on 28 February. */
export function overBefore(months: number, nowMs: number): Date {
  const today = dayInSantiago(nowMs)
  let first = addMonths(today, -months)
  // In a month of fewer days, the period of this day may end before today.
  while (addMonths(first, months) < today) first = addDays(first, 1)
  return new Date(startOfDayMs(first))
}

/** Periods of law 21.719, and shorter ones of our own. To be checked by a lawyer: docs/privacy.md. */
export const RIGHTS_PERIODS = {
  /** By law: from the day of receipt. */
  answerDays: 30,
  /** Once, with a reason, before the first period is over. */
  prolongationDays: 30,
  /** While fewer days are left, the list of administrators says so. */
  nearDays: 3,
  /** For a block, in days from Monday to Friday. Behind a mailed link it acts at once. */
  blockWeekdays: 2,
} as const

/** The last day on which an answer is in time: an ISO date in Santiago. A block is never prolonged. */
export function dueDayOf(
  { kind, receivedAt }: { readonly kind: (typeof REQUEST_KINDS)[number]; readonly receivedAt: string },
  isProlonged: boolean,
): string {
  const day = dayInSantiago(Date.parse(receivedAt))
  if (kind === 'blocking') return addWeekdays(day, RIGHTS_PERIODS.blockWeekdays)
  return addDays(day, RIGHTS_PERIODS.answerDays + (isProlonged ? RIGHTS_PERIODS.prolongationDays : 0))
}

/** 0 on the due day itself, negative from the first second of the next one. */
export const daysLeft = (dueDay: string, nowMs: number): number => daysBetween(dayInSantiago(nowMs), dueDay)

const SATURDAY = 5

/** Counts weekdays, also holidays: the day is never later than that of the law. */
function addWeekdays(day: string, count: number): string {
  let last = day
  for (let left = count; left > 0;) {
    last = addDays(last, 1)
    if (weekdayOf(last) < SATURDAY) left -= 1
  }
  return last
}
