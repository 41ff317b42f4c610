import type { ImageKind } from '@app/contracts/events/profile.ts'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { imageFormatOf } from './image-format.ts'
import { createImageProcess, type ImageProcessOptions } from './image-process.ts'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'

/** Makes pictures of what people upload. Nothing that they sent is kept: only what was encoded anew. */
export interface Images {
  /** @throws Refusal unsupported-image, image-too-large, or unavailable when too many wait already */
  render(bytes: Buffer, kind: ImageKind): Promise<RenderedImage>
  stop(): void
}

const WAITING_MAX = 20

/** One picture at a time: each may take all the memory that there is for pictures. */
export function createImages(options: ImageProcessOptions = {}): Images {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: WAITING_MAX })
  const { render, stop } = createImageProcess(options)
  return {
    render: async (bytes, kind) => {
      // What is no picture waits for nobody, and is not looked at by a decoder.
      if (bytes.length > LIMITS.imageBytesMax) throw new Refusal('image-too-large')
      imageFormatOf(bytes)
      return limiter(() => render({ bytes, kind }))
    },
    stop,
  }
}
