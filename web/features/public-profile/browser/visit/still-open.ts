import { STILL_OPEN_EVERY_MS } from '@app/contracts/traffic/presence.ts'
import type { Send } from '../send-call.ts'
import type { Clock } from '../clock.ts'
import type { PageVisit } from './page-visit.ts'

/** Half an hour in sight: a phone that was left on a table costs nobody data. */
export const MESSAGES_MAX = 120

export const sendStillOpen = (send: Send, { profileId, visitorId }: PageVisit): void =>
  void send(`/api/public/still-open/${profileId}`, visitorId === undefined ? {} : { visitor_id: visitorId })

/** Calls `say` regularly while the page is visible. Begins once the returned function is called: after the tap. */
export function watchStillOpen(page: Document, clock: Clock, say: () => void): () => void {
  let callOff: (() => void) | undefined
  let [hasBegun, left] = [false, MESSAGES_MAX]

  function wait(): void {
    callOff?.()
    callOff = undefined
    if (!hasBegun || page.visibilityState !== 'visible' || left === 0) return
    callOff = clock.after(STILL_OPEN_EVERY_MS, () => {
      left -= 1
      say()
      wait()
    })
  }
  page.addEventListener('visibilitychange', wait)
  return () => {
    hasBegun = true
    wait()
  }
}
