const BACKOFF_MS = { first: 100, most: 5_000 }

/** In milliseconds; `attempt` counts from 1. `random` (0 to 1) spreads the reconnects of many clients. */
export const jitteredBackoff =
  (random: () => number) =>
  (attempt: number): number =>
    Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2)
