import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { DrawingTask } from './image-messages.ts'
import { imageFormatOf } from './read-image-format.ts'
import { createImageProcess, type ImageProcessOptions } from './image-process.ts'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'

export interface Images {
  /** @throws Refusal unsupported-image, image-too-large, or unavailable when too many are waiting */
  render(bytes: Buffer, kind: ImageKind): Promise<RenderedImage>
  /** @throws Refusal unavailable */
  draw(task: DrawingTask): Promise<Buffer>
  stop(): void
}

const WAITING_MAX = 20
/** Leaves slots of the queue for uploads. */
const DRAWINGS_WAITING_MAX = 8

/** One at a time, because one picture may need all memory reserved for pictures. */
export function createImages(options: ImageProcessOptions = {}): Images {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: WAITING_MAX })
  const drawings = createConcurrencyLimiter({ atOnce: 1, waitingMax: DRAWINGS_WAITING_MAX })
  const { render, draw, stop } = createImageProcess(options)
  return {
    render: async (bytes, kind) => {
      if (bytes.length > LIMITS.imageBytesMax) throw new Refusal('image-too-large')
      imageFormatOf(bytes)
      return limiter(() => render({ bytes, kind }))
    },
    draw: (task) => drawings(() => limiter(() => draw(task))),
    stop,
  }
}
