const DELAY_MS = 500
const DELAY_MS_MAX = 30_000

/**
 * Exponential backoff; half of it is random, so that dashboards do not all reconnect at once.
 * @param chance 0–1
 */
export function reconnectDelay(failures: number, chance: number): number {
  const delayMs = Math.min(DELAY_MS * 2 ** failures, DELAY_MS_MAX)
  return delayMs / 2 + (delayMs / 2) * chance
}
