import { createOutage, RETRY_MS } from '../outage.ts'

export interface AppendBackoff {
  /** From a failure until an answer. */
  readonly isOutage: boolean
  /** Nothing is sent until `onElapsed` was called. */
  readonly isWaiting: boolean
  /** True when the outage has lasted longer than appends may wait. */
  failed(): boolean
  outageEnded(): void
  end(): void
}

export interface BackoffDeps {
  readonly outageMsMax: number
  readonly onElapsed: () => void
}

/** The waits between retries while the log accepts no appends. */
export function createAppendBackoff({ outageMsMax, onElapsed }: BackoffDeps): AppendBackoff {
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
    get isWaiting() {
      return timer !== undefined
    },
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
