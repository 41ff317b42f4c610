import { createOutage, RETRY_MS } from '../outage.ts'

/** The waits between retries while the log accepts no appends. */
export function createAppendBackoff(outageMsMax: number, onElapsed: () => void) {
  const outage = createOutage(outageMsMax)
  let delayMs: number = RETRY_MS.first
  let timer: NodeJS.Timeout | undefined

  function wait(): void {
    timer = setTimeout(() => {
      timer = undefined
      onElapsed()
    }, delayMs)
    delayMs = Math.min(RETRY_MS.most, delayMs * 2)
  }

  return {
    get isOutage() {
      return outage.isOn
    },
    /** Nothing is sent until `onElapsed` was called. */
    get isWaiting() {
      return timer !== undefined
    },
    /** True when the outage has lasted longer than appends may wait. */
    failed: () => {
      const { isNew, isTooLong } = outage.failed()
      if (isNew) delayMs = RETRY_MS.first
      if (timer === undefined) wait()
      return isTooLong
    },
    outageEnded: outage.ended,
    end: () => clearTimeout(timer),
  }
}
