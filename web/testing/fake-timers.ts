interface Waiting {
  readonly ms: number
  readonly dueMs: number
  readonly work: () => void
}

/** Timers whose time passes only by a test's call. */
export function fakeTimers() {
  let nowMs = 0
  let timers: readonly Waiting[] = []
  const after = (ms: number, work: () => void) => {
    const timer = { ms, dueMs: nowMs + ms, work }
    timers = [...timers, timer]
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  const pass = (ms: number) => {
    nowMs += ms
    const due = timers.filter(({ dueMs }) => dueMs <= nowMs)
    timers = timers.filter((timer) => !due.includes(timer))
    for (const { work } of due) work()
  }
  /** Delays of the timers that have not run. */
  const waiting = (): readonly number[] => timers.map(({ ms }) => ms)
  return { after, pass, waiting }
}
