import { isStoreError } from '@app/contracts/event-store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { createOutage, RETRY_MS } from './outage.ts'

/**
 * Retries reads while the server is out of reach, as long as appends wait: a command reads before it appends. Once an
 * outage has lasted longer, reads fail at once; so they do before the first answer, when a start looks for the fault.
 */
export function createReadRetries(outageMsMax: number) {
  let hasAnswered = false
  const outage = createOutage(outageMsMax)

  return async function withRetries<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const startedMs = performance.now()
    for (let delayMs: number = RETRY_MS.first; ; delayMs = Math.min(RETRY_MS.most, delayMs * 2)) {
      try {
        const answer = await read()
        outage.ended()
        hasAnswered = true
        return answer
      } catch (error) {
        // A silent server takes 3 s to fail a read, which is as long as one may wait where there is no other server.
        const isLate = performance.now() - startedMs >= outageMsMax
        if (!hasAnswered || !isStoreError(error, 'Unavailable') || outage.failed().isTooLong || isLate)
          throw error
      }
      await delay(delayMs)
    }
  }
}
