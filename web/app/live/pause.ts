import type { After } from './paced.ts'

export interface Pause {
  /** Without `ms` it waits until `end` or `skip`. */
  readonly wait: (ms: number | undefined) => Promise<void>
  readonly end: () => void
  /** Ends the current pause, or else the next one. */
  readonly skip: () => void
}

export function createPause(after: After): Pause {
  let ended = false
  let onEnd = (): void => undefined
  return {
    wait: async (ms) => {
      let callOff = (): void => undefined
      if (!ended) {
        await new Promise<void>((resolve) => {
          onEnd = resolve
          if (ms !== undefined) callOff = after(ms, resolve)
        })
      }
      callOff()
      ended = false
    },
    end: () => onEnd(),
    skip: () => {
      ended = true
      onEnd()
    },
  }
}
