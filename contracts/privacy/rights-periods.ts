/** Periods of law 21.719, and shorter ones of our own. To be checked by a lawyer: docs/privacy.md. */
export const RIGHTS_PERIODS = {
  /** By law: from the day of receipt. */
  answerDays: 30,
  /** Once, with a reason, before the first period is over. */
  prolongationDays: 30,
  /** While fewer days are left, the list of administrators says so. */
  nearDays: 3,
  /** For a block, in working days. Behind a mailed link it acts at once. */
  blockWorkingDays: 2,
} as const
