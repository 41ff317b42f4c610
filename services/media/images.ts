import type { ImageKind } from '@app/contracts/profiles/events.ts'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { DrawingTask, ImageAnswer } from './image-messages.ts'
import { imageFormatOf } from './image-head.ts'
import { answerOfProcess, imagesUnavailable, type ImageProcessOptions } from './image-process.ts'
import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'

export interface Images {
  /** @throws Refusal unsupported-image, image-too-large, or unavailable when too many are waiting */
  render(bytes: Buffer, kind: ImageKind): Promise<RenderedImage>
  /** @throws Refusal unavailable */
  draw(task: DrawingTask): Promise<Buffer>
}

const WAITING_MAX = 20
/** Uploads one at a time, because one may need all memory reserved for pictures; drawings need little. */
export function createImages(options: ImageProcessOptions = {}): Images {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: WAITING_MAX })
  return {
    render: async (bytes, kind) => {
      imageFormatOf(bytes)
      const answer = await limiter(() => answerOfProcess({ bytes, kind }, options))
      if ('image' in answer) return answer.image
      throw failureIn(answer)
    },
    draw: async (task) => {
      const answer = await answerOfProcess(task, options).catch(() => {
        // Refusals for uploads would mislead when the product draws.
        throw imagesUnavailable()
      })
      if ('drawn' in answer) return answer.drawn
      throw failureIn(answer)
    },
  }
}

function failureIn(answer: ImageAnswer): Error {
  if ('refused' in answer) return new Refusal(answer.refused.code, answer.refused.detail)
  return new Error(`a picture could not be made: ${'failed' in answer ? answer.failed : 'another answer'}`)
}
