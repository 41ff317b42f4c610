export type Wake = ReturnType<typeof createWake>

/** Wakes one waiter, until it ends. No promise outlives its wait, so that a subscription of weeks accumulates nothing. */
export function createWake() {
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
    get ended(): boolean {
      return ended
    },
    /** During work it ends the next wait at once. */
    ring: (): void => {
      isRung = true
      onRing()
    },
    /** Until the next ring, the end or the time limit. */
    wait: async (ms: number): Promise<void> => {
      await pause(ms, true)
      isRung = false
    },
    /** Until the end or the time limit: a ring would defeat the pauses after failures. */
    sleep: (ms: number): Promise<void> => pause(ms, false),
    end: (): void => {
      ended = true
      onEnd()
    },
  }
}
