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

/** A generator's `return` waits for a pending `next`, so the wake signal is ended first. */
export const endable = <T>(
  start: (wakeSignal: WakeSignal) => AsyncGenerator<T, undefined>,
): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => {
    const wakeSignal = createWakeSignal()
    const messages = start(wakeSignal)
    return {
      next: () => messages.next(),
      return: () => {
        wakeSignal.end()
        return messages.return(undefined)
      },
    }
  },
})

/** Ends the wake signal and calls `alsoRelease` at the abort, or when the returned function is called. */
export function endWith(signal: AbortSignal, wakeSignal: WakeSignal, alsoRelease: () => void): () => void {
  const release = () => {
    signal.removeEventListener('abort', release)
    alsoRelease()
    wakeSignal.end()
  }
  signal.addEventListener('abort', release)
  if (signal.aborted) release()
  return release
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
