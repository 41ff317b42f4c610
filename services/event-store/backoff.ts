const BACKOFF_MS = { first: 100, most: 5_000 }

/**
 * Milliseconds to wait before the next try of a subscription; `attempt` counts from 1.
 * @param random 0 to 1: the jitter, so that not all who lost a server come back at once
 */
export const jitteredBackoff =
  (random: () => number) =>
  (attempt: number): number =>
    Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2)
