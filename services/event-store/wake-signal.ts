/** Wakes one waiter, until it is ended. */
export interface WakeSignal {
  readonly ended: boolean
  readonly end: () => void
  readonly notify: () => void
  readonly clear: () => void
  /** `notify` does not end it: that would defeat the backoff of a broken store. */
  readonly sleep: (ms: number) => Promise<void>
  /** Until notified: true. A notice stays, so clear it before work that may miss later events. */
  readonly wait: (ms: number) => Promise<boolean>
  /** Resolves to undefined after `end`. */
  readonly orEnd: <T>(work: Promise<T>) => Promise<T | undefined>
}

/** Keeps one waiter at a time, so that a subscription of weeks accumulates no listeners. */
export function createWakeSignal(): WakeSignal {
  let ended = false
  let isNotified = false
  let onEnd = () => {}
  let onNotify = () => {}
  const sleepFor = (ms: number, wakesAtNotify: boolean) =>
    new Promise<void>((resolve) => {
      if (ended || (wakesAtNotify && isNotified)) return resolve()
      const timer = setTimeout(wake, ms)
      function wake() {
        clearTimeout(timer)
        resolve()
      }
      onEnd = wake
      onNotify = wakesAtNotify ? wake : () => {}
    })
  return {
    get ended() {
      return ended
    },
    end: () => {
      ended = true
      onEnd()
    },
    notify: () => {
      isNotified = true
      onNotify()
    },
    clear: () => {
      isNotified = false
    },
    sleep: (ms) => sleepFor(ms, false),
    wait: async (ms) => {
      await sleepFor(ms, true)
      return isNotified
    },
    orEnd: <T>(work: Promise<T>) =>
      new Promise<T | undefined>((resolve, reject) => {
        if (ended) return resolve(undefined)
        onEnd = () => resolve(undefined)
        work.then(resolve, reject)
      }),
  }
}
