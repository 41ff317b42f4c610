import { SEEN_MS, type Clock } from '../clock.ts'

const isVisible = (page: Document): boolean =>
  page.visibilityState === 'visible' && (page as { prerendering?: boolean }).prerendering !== true

/** Calls `seen` once, after one second of continuous visibility. The returned function restarts it for a new visit. */
export function watchVisibleSecond(page: Document, clock: Clock, seen: () => void): () => void {
  let callOff: (() => void) | undefined
  let done = false
  function look(): void {
    if (!isVisible(page)) stop()
    else if (!done && !callOff)
      callOff = clock.after(SEEN_MS, () => {
        done = true
        seen()
      })
  }
  function stop(): void {
    callOff?.()
    callOff = undefined
  }
  page.addEventListener('visibilitychange', look)
  page.addEventListener('prerenderingchange', look)
  look()
  return () => {
    stop()
    done = false
    look()
  }
}
