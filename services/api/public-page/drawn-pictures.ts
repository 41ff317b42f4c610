import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { HeavyReads } from '../http/heavy-reads.ts'

export interface DrawnPictures {
  /**
   * @param content names what the picture shows
   * @throws Refusal busy
   */
  of(
    content: string,
    requester: { readonly network: string; readonly response: ServerResponse },
    draw: () => Promise<Buffer>,
  ): Promise<Buffer>
}

/** Of 300 KB at most, and mostly of 60. */
const KEPT_MAX = 60
/** Pictures of an erased profile disappear from memory, too. */
const KEPT_MS = 3_600_000

/** Drawn on request; concurrent requests for one content cause one drawing. */
export function createDrawnPictures(heavyReads: HeavyReads): DrawnPictures {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX, ttl: KEPT_MS })

  function drawn(content: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const made = draw()
    kept.set(content, made)
    made.catch(() => kept.delete(content))
    return made
  }

  return {
    of: async (content, { network, response }, draw) =>
      kept.get(content) ?? heavyReads.run(network, response, () => kept.get(content) ?? drawn(content, draw)),
  }
}
