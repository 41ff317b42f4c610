/** Backoff after a failure: doubled each time. */
export const RETRY_MS = { first: 50, most: 250 } as const
/** Without a call for so long, the next failure begins another outage. */
const FORGOTTEN_MS = 10_000

export interface Outage {
  /** From a failure until an answer. */
  readonly isOn: boolean
  /** Whether a new one has begun, and whether it has lasted longer than `outageMsMax`. */
  failed(): { readonly isNew: boolean; readonly isTooLong: boolean }
  ended(): void
}

/** Since when the server is out of reach, by the calls that failed. */
export function createOutage(outageMsMax: number): Outage {
  let current: { readonly sinceMs: number; readonly failedAtMs: number } | undefined
  return {
    get isOn() {
      return current !== undefined
    },
    failed: () => {
      const nowMs = performance.now()
      const isNew = current === undefined || nowMs - current.failedAtMs > FORGOTTEN_MS
      const sinceMs = isNew ? nowMs : current!.sinceMs
      current = { sinceMs, failedAtMs: nowMs }
      return { isNew, isTooLong: nowMs - sinceMs >= outageMsMax }
    },
    ended: () => (current = undefined),
  }
}
