/** Backoff after a failure: doubled each time. */
export const RETRY_MS = { first: 50, most: 250 } as const
/** Without a call for so long, the next failure begins another outage. */
const FORGOTTEN_MS = 10_000

/** Since when the server is out of reach, by the calls that failed. */
export function createOutage(outageMsMax: number) {
  let current: { readonly sinceMs: number; readonly failedAtMs: number } | undefined
  return {
    /** From a failure until an answer. */
    get isOn() {
      return current !== undefined
    },
    /** Whether a new one has begun, and whether it has lasted longer than `outageMsMax`. */
    failed: () => {
      const nowMs = performance.now()
      const isNew = current === undefined || nowMs - current.failedAtMs > FORGOTTEN_MS
      const sinceMs = isNew ? nowMs : current!.sinceMs
      current = { sinceMs, failedAtMs: nowMs }
      return { isNew, isTooLong: nowMs - sinceMs >= outageMsMax }
    },
    ended: () => void (current = undefined),
  }
}
