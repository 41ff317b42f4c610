import { createFairLimiter } from '@app/concurrency/fair-limiter.ts'
import { LRUCache } from 'lru-cache'

export interface DrawnPictures {
  /**
   * @param content names what the picture shows
   * @param network the requester's: networks are served in rotation
   * @throws Refusal unavailable when too many are waiting
   */
  of(content: string, network: string, draw: () => Promise<Buffer>): Promise<Buffer>
}

/** Of 300 KB at most, and mostly of 60. */
const KEPT_MAX = 60
/** Pictures of an erased profile disappear from memory, too. */
const KEPT_MS = 3_600_000
/** Ten seconds of drawing. The first messengers wait for less, and each for 5 s or more. */
const WAITING_MAX = 20

/** Drawn on request; concurrent requests for one content cause one drawing. */
export function createDrawnPictures(): DrawnPictures {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX, ttl: KEPT_MS })
  const drawings = createFairLimiter({ atOnce: 1, waitingMax: WAITING_MAX })

  function drawnOnce(content: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = kept.get(content)
    if (known !== undefined) return known
    const made = draw()
    kept.set(content, made)
    made.catch(() => kept.delete(content))
    return made
  }

  return {
    // Each waits for itself: a request that is displaced from the queue must not take others for its content along.
    of: (content, network, draw) =>
      kept.get(content) ?? drawings.run(network, () => drawnOnce(content, draw)),
  }
}
