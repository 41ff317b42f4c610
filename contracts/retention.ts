/** How long things are kept; the page about privacy tells these. */
export const RETENTION = {
  /** Id and name that a browser keeps for a profile. */
  browserDays: 395,
  /** Copy of a card that a browser keeps, to show it without a network. */
  keptCardDays: 30,
  /** Without an id of its own, a browser is told from others for a day; the salt of the day is destroyed then. */
  daySaltDays: 2,
  /** Answers for calls that are sent again. */
  storedAnswerHours: 48,
  /** A mail that no server takes. */
  mailTriesHours: 6,
  /** Copies of the database can be decrypted for so long after an erasure, while the product runs. */
  copiesHours: 24,
  /** Lines of the security log, by the operator: SECURITY.md. */
  securityLogDays: 90,
} as const
