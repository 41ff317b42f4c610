export interface Clock {
  readonly now: () => number
  readonly after: (ms: number, act: () => void) => () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
