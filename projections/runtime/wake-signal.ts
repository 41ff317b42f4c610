/** Wakes one waiter. It remembers: notified while nobody waits, the next wait ends at once. */
export interface WakeSignal {
  notify(): void
  wait(timeoutMs: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false
  let wakeUp: (() => void) | undefined
  return {
    notify: () => {
      isNotified = true
      wakeUp?.()
    },
    wait: (timeoutMs) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          wakeUp = undefined
          isNotified = false
          resolve()
        }
        const timer = setTimeout(finish, timeoutMs)
        wakeUp = finish
        if (isNotified) finish()
      }),
  }
}
