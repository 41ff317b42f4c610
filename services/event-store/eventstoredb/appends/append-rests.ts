import { createOutage, REST_MS } from '../outage.ts'

export interface AppendRests {
  /** From a failure until an answer. */
  readonly isOutage: boolean
  /** Nothing is sent until `onRested` was called. */
  readonly isResting: boolean
  /** True when the outage has lasted longer than appends may wait. */
  failed(): boolean
  over(): void
  end(): void
}

export interface AppendRestsDeps {
  readonly holdMs: number
  readonly onRested: () => void
}

/** Backoff between retries while the log accepts no appends. */
export function createAppendRests({ holdMs, onRested }: AppendRestsDeps): AppendRests {
  const outage = createOutage(holdMs)
  let restMs: number = REST_MS.first
  let resting: NodeJS.Timeout | undefined

  function rest(): void {
    resting = setTimeout(() => {
      resting = undefined
      onRested()
    }, restMs)
    restMs = Math.min(REST_MS.most, restMs * 2)
  }

  return {
    get isOutage() {
      return outage.isOn
    },
    get isResting() {
      return resting !== undefined
    },
    failed: () => {
      const { isNew, hasLasted } = outage.failed()
      if (isNew) restMs = REST_MS.first
      if (resting === undefined) rest()
      return hasLasted
    },
    over: outage.over,
    end: () => clearTimeout(resting),
  }
}
