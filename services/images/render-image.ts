import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import type { ImageRendition, RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { createHash } from 'node:crypto'
import { decodeImage } from './decoded-image.ts'
import { checkHead } from './image-head.ts'
import { DECODED_SIZE, renditionsOf } from './make-renditions.ts'

const REF_DIGITS = 32

/** Runs only in the process for pictures, because it decodes. @throws Refusal unsupported-image or image-too-large */
export async function renderImage(bytes: Buffer, kind: ImageKind): Promise<RenderedImage> {
  await checkHead(bytes)
  const renditions = await renditionsOf(await decodeImage(bytes, DECODED_SIZE[kind]), kind)
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
