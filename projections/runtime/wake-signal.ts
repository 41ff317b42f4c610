/** A bell that remembers: rung while nobody waits, the next wait ends at once. */
export interface Bell {
  ring(): void
  wait(timeoutMs: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wakeUp: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      wakeUp?.()
    },
    wait: (timeoutMs) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          wakeUp = undefined
          rung = false
          resolve()
        }
        const timer = setTimeout(finish, timeoutMs)
        wakeUp = finish
        if (rung) finish()
      }),
  }
}
