/** How long data is kept; the privacy page states these periods. */
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
  /** Answers for calls that are sent again. */
  storedAnswerHours: 48,
  /** A mail that no server takes. */
  mailTriesHours: 6,
  /** Copies of the database can be decrypted for so long after an erasure, while the product runs. */
  copiesHours: 24,
  /** Entries of the security log, by the operator: SECURITY.md. */
  securityLogDays: 90,
} as const
