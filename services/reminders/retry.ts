const MINUTE_MS = 60_000
const MOST_MS = 60 * MINUTE_MS
const REFUSED_MS = 24 * 60 * MINUTE_MS
const JITTER = 0.2

/** @param failures so far, from 1; `random` is 0 to 1 */
export function retryReminderAfterMs(
  { failures, isPermanent }: { readonly failures: number; readonly isPermanent: boolean },
  random: () => number,
): number {
  // A mail refused for good may be accepted on another day: three tries at most.
  const pauseMs = isPermanent ? REFUSED_MS : Math.min(MOST_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10))
  return pauseMs * (1 - (JITTER / 2) * random())
}
