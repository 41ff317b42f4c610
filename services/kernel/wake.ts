/** Wakes one waiter, until it ends. */
export interface Wake {
  readonly ended: boolean
  /** During work it ends the next wait at once. */
  ring(): void
  /** Until the next ring, the end or the time limit. */
  wait(ms: number): Promise<void>
  /** Until the end or the time limit: a ring would defeat the pauses after failures. */
  sleep(ms: number): Promise<void>
  end(): void
}

/** No promise outlives its wait, so that a subscription of weeks accumulates nothing. */
export function createWake(): Wake {
  let [ended, isRung] = [false, false]
  let onEnd = (): void => undefined
  let onRing = (): void => undefined
  const pause = (ms: number, endsAtRing: boolean): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(over, ms)
      onEnd = over
      onRing = endsAtRing ? over : () => undefined
      if (ended || (endsAtRing && isRung)) over()
    })
  return {
    get ended() {
      return ended
    },
    ring: () => {
      isRung = true
      onRing()
    },
    wait: async (ms) => {
      await pause(ms, true)
      isRung = false
    },
    sleep: (ms) => pause(ms, false),
    end: () => {
      ended = true
      onEnd()
    },
  }
}
