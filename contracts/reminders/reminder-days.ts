/** Calendar days from a subscription to its reminders. What visitors and owners read names the first. */
export const REMINDER_DAYS = { first: 7, second: 14 } as const

/** Above the form, and in the proof of what was agreed to there: another one is a new version of SUBSCRIBE_CONSENT. */
export const REMINDER_QUESTION = `¿Te lo recuerdo en ${REMINDER_DAYS.first} días?`
