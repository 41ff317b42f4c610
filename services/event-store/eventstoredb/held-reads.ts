import { isStoreError } from '@app/contracts/event-store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { createOutage, REST_MS } from './outage.ts'

/**
 * Retries while the server is out of reach, as long as appends wait: a command reads before it appends. Once an
 * outage has lasted longer, reads fail at once; so they do before the first answer, when a start looks for the fault.
 */
export function createHeldReads(holdMs: number) {
  let hasAnswered = false
  const outage = createOutage(holdMs)

  return async function held<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const startedMs = performance.now()
    for (let restMs: number = REST_MS.first; ; restMs = Math.min(REST_MS.most, restMs * 2)) {
      try {
        const answer = await read()
        outage.over()
        hasAnswered = true
        return answer
      } catch (error) {
        // A silent server takes 3 s to fail a read, which is as long as one may wait where there is no other server.
        const isLate = performance.now() - startedMs >= holdMs
        if (!hasAnswered || !isStoreError(error, 'Unavailable') || outage.failed().hasLasted || isLate)
          throw error
      }
      await delay(restMs)
    }
  }
}
