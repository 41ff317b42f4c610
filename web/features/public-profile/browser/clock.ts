/** Time as the modules of this folder see it; tests pass one that they turn by hand. */
export interface Clock {
  readonly now: () => number
  /** Runs `act` later; the answer calls it off. */
  readonly after: (ms: number, act: () => void) => () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
