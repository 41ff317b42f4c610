/** Backoff after a failure: doubled each time. */
export const REST_MS = { first: 50, most: 250 } as const
/** An outage that nobody noticed for so long is forgotten. */
const FORGOTTEN_MS = 10_000

export interface Outage {
  /** From a failure until an answer. */
  readonly isOn: boolean
  /** Whether a new one has begun, and whether it has lasted longer than `holdMs`. */
  failed(): { readonly isNew: boolean; readonly hasLasted: boolean }
  over(): void
}

/** Since when the server is out of reach, by the calls that failed. */
export function createOutage(holdMs: number): Outage {
  let known: { readonly sinceMs: number; readonly failedAtMs: number } | undefined
  return {
    get isOn() {
      return known !== undefined
    },
    failed: () => {
      const nowMs = performance.now()
      const isNew = known === undefined || nowMs - known.failedAtMs > FORGOTTEN_MS
      const sinceMs = isNew ? nowMs : known!.sinceMs
      known = { sinceMs, failedAtMs: nowMs }
      return { isNew, hasLasted: nowMs - sinceMs >= holdMs }
    },
    over: () => (known = undefined),
  }
}
