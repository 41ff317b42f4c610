import type { Clock } from '../clock.ts'

export interface PageVisibility {
  readonly visible: boolean
  readonly prerendering: boolean
}

export const SEEN_MS = 1_000

/** A page counts as seen after one second of continuous visibility. Pass every change; calls `seen` once. */
export function watchVisibleSecond(clock: Clock, seen: () => void): (visibility: PageVisibility) => void {
  let callOff: (() => void) | undefined
  let done = false
  return ({ visible, prerendering }) => {
    const isVisible = visible && !prerendering
    if (!isVisible) {
      callOff?.()
      callOff = undefined
    }
    if (done || !isVisible || callOff) return
    callOff = clock.after(SEEN_MS, () => {
      done = true
      seen()
    })
  }
}
