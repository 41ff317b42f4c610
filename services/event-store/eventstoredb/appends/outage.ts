export interface Outage {
  /** From a failure until an answer. */
  readonly isOn: boolean
  /** Nothing is sent until `onRested` was called. */
  readonly isResting: boolean
  /** True when it has lasted longer than appends are held. */
  failed(): boolean
  over(): void
  end(): void
}

export interface OutageDeps {
  readonly holdMs: number
  readonly onRested: () => void
}

const REST_MS = { first: 50, most: 250 }
/** Of one that nobody asked about for so long nothing is known. */
const FORGOTTEN_MS = 10_000

/** Since when the log takes no appends, and when to ask again. */
export function createOutage({ holdMs, onRested }: OutageDeps): Outage {
  let state: { readonly sinceMs: number; failedAtMs: number; restMs: number } | undefined
  let resting: NodeJS.Timeout | undefined

  function rest(restMs: number): void {
    resting = setTimeout(() => {
      resting = undefined
      onRested()
    }, restMs)
  }

  return {
    get isOn() {
      return state !== undefined
    },
    get isResting() {
      return resting !== undefined
    },
    failed: () => {
      const nowMs = performance.now()
      if (state === undefined || nowMs - state.failedAtMs > FORGOTTEN_MS)
        state = { sinceMs: nowMs, failedAtMs: nowMs, restMs: REST_MS.first }
      state.failedAtMs = nowMs
      if (resting === undefined) {
        rest(state.restMs)
        state.restMs = Math.min(REST_MS.most, state.restMs * 2)
      }
      return nowMs - state.sinceMs >= holdMs
    },
    over: () => (state = undefined),
    end: () => clearTimeout(resting),
  }
}
