/** A live panel counts the visitors with a counted event in this period. */
export const PRESENT_MS = 5 * 60_000
