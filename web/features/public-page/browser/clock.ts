export interface Clock {
  readonly now: () => number
  readonly after: (ms: number, act: () => void) => () => void
}

/** A page in sight for as long counts as a visit. */
export const SEEN_MS = 1_000

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
