/** Wakes the one who waits: when it is rung, when it is over. */
export interface Alarm {
  readonly ended: boolean
  readonly end: () => void
  readonly ring: () => void
  readonly hush: () => void
  /** Deaf to rings: somebody who rings at a broken store would defeat the backoff. */
  readonly sleep: (ms: number) => Promise<void>
  readonly sleepUntilRung: (ms: number) => Promise<void>
  /** The work's outcome, or undefined once it is over. */
  readonly orEnd: <T>(work: Promise<T>) => Promise<T | undefined>
}

/** Every iteration with an alarm of its own. A generator's own `return` waits for a pending `next`, which waits for news: so end the waiting first. */
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

/** Ends the alarm with the signal; what it returns does so too, and lets go of both, at the first of abort, break and error. */
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

/** One waiter at a time, so that a subscription of many weeks piles up no listeners. */
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
