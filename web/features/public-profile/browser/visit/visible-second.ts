import type { Clock } from '../clock.ts'

export interface Sight {
  readonly visible: boolean
  readonly prerendering: boolean
}

export const SEEN_MS = 1_000

/** A page counts as seen after one second of continuous visibility. Pass every change; calls `seen` once. */
export function watchSight(clock: Clock, seen: () => void): (sight: Sight) => void {
  let callOff: (() => void) | undefined
  let done = false
  return ({ visible, prerendering }) => {
    const inSight = visible && !prerendering
    if (!inSight) {
      callOff?.()
      callOff = undefined
    }
    if (done || !inSight || callOff) return
    callOff = clock.after(SEEN_MS, () => {
      done = true
      seen()
    })
  }
}
