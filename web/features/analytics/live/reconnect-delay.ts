const DELAY_MS = 500
const DELAY_MS_MAX = 30_000

/**
 * How long to wait before the next try: longer with each that failed. Half of it is left to chance, so that dashboards
 * which lost the same server do not all come back in the same moment.
 * @param chance 0–1
 */
export function reconnectDelay(failures: number, chance: number): number {
  const delayMs = Math.min(DELAY_MS * 2 ** failures, DELAY_MS_MAX)
  return delayMs / 2 + (delayMs / 2) * chance
}
