import { createFairLimiter } from '@app/concurrency/fair-limiter.ts'
import type { VersionedPreviewCard } from '@app/contracts/public-page.ts'
import type { Images } from '@app/images/images.ts'
import { LRUCache } from 'lru-cache'

export interface PreviewPictures {
  /**
   * A JPEG.
   * @param network the requester's: networks are served in rotation
   * @throws Refusal unavailable when too many are waiting
   */
  of(card: VersionedPreviewCard, network: string): Promise<Buffer>
}

interface PreviewPicturesDeps {
  readonly images: Pick<Images, 'draw'>
  readonly photoOf: (ref: string) => Promise<Buffer | undefined>
}

/** Of 300 KB at most, and mostly of 60. */
const KEPT_MAX = 60
/** Pictures of an erased profile disappear from memory, too. */
const KEPT_MS = 3_600_000
/** A drawing takes 0.2 s, and messengers wait for 5 s or more. */
const WAITING_MAX = 20

/** Drawn on request of a messenger; concurrent requests for one content cause one drawing. */
export function createPreviewPictures({ images, photoOf }: PreviewPicturesDeps): PreviewPictures {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX, ttl: KEPT_MS })
  const drawings = createFairLimiter({ atOnce: 1, waitingMax: WAITING_MAX })

  async function draw(card: VersionedPreviewCard): Promise<Buffer> {
    const photo = card.photo === null ? undefined : await photoOf(card.photo)
    return images.draw({ card, photo })
  }

  function drawnOnce(card: VersionedPreviewCard): Promise<Buffer> {
    const known = kept.get(card.version)
    if (known !== undefined) return known
    const made = draw(card)
    kept.set(card.version, made)
    made.catch(() => kept.delete(card.version))
    return made
  }

  return {
    // Each waits for itself: a request that is displaced from the queue must not take others for its content along.
    of: (card, network) =>
      kept.get(card.version) ?? drawings.run({ network, isUsual: false }, () => drawnOnce(card)),
  }
}
