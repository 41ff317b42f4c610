/** How long data is kept; the privacy page states these periods. */
export const RETENTION = {
  /** Of an identified visitor, after their last act. The settings `RETENTION_…` change this and the four that follow. */
  visitorsMonths: 24,
  /** After its last change. */
  quotationsMonths: 24,
  /** After it ended. */
  subscriptionsMonths: 12,
  /** After its answer. */
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
