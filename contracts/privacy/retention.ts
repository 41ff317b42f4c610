import { addDays, addMonths, dayInSantiago, startOfDayMs } from '../calendar.ts'

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
