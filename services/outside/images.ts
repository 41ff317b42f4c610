import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImageKind } from '@app/contracts/events/profile.ts'
import type { ImageRendition, RenderedImage } from '@app/contracts/image-renditions.ts'
import { decodeImage, type DecodedImage } from './decoded-image.ts'
import { checkedHead } from './image-head.ts'
import { DECODED_SIZE, renditionsOf } from './image-renditions.ts'
import { createTurns } from './turns.ts'

/** Makes pictures of what people upload. Nothing that they sent is kept: only what was encoded anew. */
export interface Images {
  /** @throws Refusal unsupported-image, image-too-large, or unavailable when too many wait already */
  render(bytes: Buffer, kind: ImageKind): Promise<RenderedImage>
}

const DECODED_AT_ONCE = 2
const WAITING_MAX = 20
const REF_DIGITS = 32

export function createImages(): Images {
  // Each upload is another picture; and a second thread for one would be one less for taps.
  sharp.cache(false)
  sharp.concurrency(1)
  const turns = createTurns({ atOnce: DECODED_AT_ONCE, waitingMax: WAITING_MAX })
  const alone = createTurns({ atOnce: 1, waitingMax: DECODED_AT_ONCE })

  async function decoded(bytes: Buffer, kind: ImageKind): Promise<DecodedImage> {
    const { isHeavy } = await checkedHead(bytes)
    const decode = () => decodeImage(bytes, DECODED_SIZE[kind])
    return isHeavy ? alone(decode) : decode()
  }
  return { render: (bytes, kind) => turns(async () => rendered(await decoded(bytes, kind), kind)) }
}

async function rendered(decoded: DecodedImage, kind: ImageKind): Promise<RenderedImage> {
  const renditions = await renditionsOf(decoded, kind)
  const largest = renditions
    .filter(({ contentType }) => contentType === 'image/webp')
    .reduce((a, b) => (b.width > a.width ? b : a))
  return { ref: refOf(renditions), width: largest.width, height: largest.height, renditions }
}

function refOf(renditions: readonly ImageRendition[]): string {
  const hash = createHash('sha256')
  for (const { name, contentType, width, height, bytes } of renditions) {
    hash.update(JSON.stringify([name, contentType, width, height, bytes.length])).update(bytes)
  }
  return hash.digest('hex').slice(0, REF_DIGITS)
}
