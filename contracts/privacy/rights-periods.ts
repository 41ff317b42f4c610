/** Periods of law 21.719, and shorter ones of our own. To be checked by a lawyer: docs/privacy.md. */
export const RIGHTS_PERIODS = {
  /** By law: from the day of receipt. */
  answerDays: 30,
  /** What we tell people, and aim at. */
  aimDays: 10,
  /** Once, with a reason, before the first period is over. */
  prolongationDays: 30,
  /** While fewer days are left, administrators are mailed once a day. */
  nearDays: 3,
  /** By law a block may take two working days; ours acts at once. */
  blockWorkingDays: 2,
} as const
