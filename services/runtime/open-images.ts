import { createImages, type Images } from '@app/images/images.ts'
import { sweepImages } from '@app/processes/profiles/sweep-images.ts'
import { createPictureRefs } from '@app/vault/keys/keyed-ids.ts'
import type { ProductDeps } from './product-deps.ts'

const SWEEP_EVERY_MS = 3_600_000

export function openImages({ backend, log, onStop }: ProductDeps): Images {
  const { store, storedImages, idKeys, now } = backend
  // A sweep reads every profile with a picture and may take more than an hour.
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweepImages({ store, storedImages, now })
      .catch((error: unknown) => log.warn({ err: error }, 'unused images could not be removed'))
      .finally(() => {
        sweeping = undefined
      })
  }, SWEEP_EVERY_MS)
  onStop(async () => clearInterval(timer))
  const { render, draw } = createImages({
    onDeath: (error) => log.warn({ err: error }, 'the process that decodes pictures died'),
  })
  const refOf = createPictureRefs(idKeys)
  return {
    render: async (bytes, kind) => {
      const image = await render(bytes, kind)
      return { ...image, ref: refOf(image.ref) }
    },
    draw,
  }
}
