export interface Alarm {
  readonly ended: boolean
  readonly end: () => void
  readonly ring: () => void
  readonly hush: () => void
  /** `ring` does not end it: that would defeat the backoff of a broken store. */
  readonly sleep: (ms: number) => Promise<void>
  readonly sleepUntilRung: (ms: number) => Promise<void>
  /** Resolves to undefined after `end`. */
  readonly orEnd: <T>(work: Promise<T>) => Promise<T | undefined>
}

/** A generator's `return` waits for a pending `next`, so the alarm is ended first. */
export const endable = <T>(start: (alarm: Alarm) => AsyncGenerator<T, undefined>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => {
    const alarm = createAlarm()
    const messages = start(alarm)
    return {
      next: () => messages.next(),
      return: () => {
        alarm.end()
        return messages.return(undefined)
      },
    }
  },
})

/** Ends the alarm and calls `alsoRelease` at the abort, or when the returned function is called. */
export function endWith(signal: AbortSignal, alarm: Alarm, alsoRelease: () => void): () => void {
  const release = () => {
    signal.removeEventListener('abort', release)
    alsoRelease()
    alarm.end()
  }
  signal.addEventListener('abort', release)
  if (signal.aborted) release()
  return release
}

/** Holds one waiter at a time, so that a subscription of weeks accumulates no listeners. */
export function createAlarm(): Alarm {
  let ended = false
  let rung = false
  let onEnd = () => {}
  let onRing = () => {}
  const pause = (ms: number, wakesAtRing: boolean) =>
    new Promise<void>((resolve) => {
      if (ended || (wakesAtRing && rung)) return resolve()
      const timer = setTimeout(wake, ms)
      function wake() {
        clearTimeout(timer)
        resolve()
      }
      onEnd = wake
      onRing = wakesAtRing ? wake : () => {}
    })
  return {
    get ended() {
      return ended
    },
    end: () => {
      ended = true
      onEnd()
    },
    ring: () => {
      rung = true
      onRing()
    },
    hush: () => {
      rung = false
    },
    sleep: (ms) => pause(ms, false),
    sleepUntilRung: (ms) => pause(ms, true),
    orEnd: <T>(work: Promise<T>) =>
      new Promise<T | undefined>((resolve, reject) => {
        if (ended) return resolve(undefined)
        onEnd = () => resolve(undefined)
        work.then(resolve, reject)
      }),
  }
}
