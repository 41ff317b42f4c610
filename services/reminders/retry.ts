const MINUTE_MS = 60_000
const MOST_MS = 4 * 60 * MINUTE_MS
const JITTER = 0.2

/** Grows from a minute to four hours. @param failures so far, from 1; `random` is 0 to 1 */
export const pauseBeforeRetry = (failures: number, random: () => number): number =>
  Math.min(MOST_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10)) * (1 - (JITTER / 2) * random())
