import type { After } from './paced.ts'

export interface Pause {
  /** Without a length it lasts until it is ended. */
  readonly wait: (ms: number | undefined) => Promise<void>
  /** Ends the pause under way, if there is one. */
  readonly end: () => void
  /** Ends the pause under way, else the next one as soon as it begins. */
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
