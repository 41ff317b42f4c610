import { UPLOAD_PACE, type UploadPace } from '@app/api/upload-pace.ts'
import { createImages, type Images } from '@app/outside/images.ts'
import { sweepImages } from '@app/processes/sweep-images.ts'
import { createStoredImages, type StoredImages } from '@app/vault/images.ts'
import type { ProductDeps } from './product-deps.ts'

const SWEEP_EVERY_MS = 3_600_000

/** Pictures that people upload; what no profile shows any more is removed now and then. */
export function openImages({ backend, log, onStop }: Pick<ProductDeps, 'backend' | 'log' | 'onStop'>): {
  readonly images: Images
  readonly storedImages: StoredImages
  readonly uploadPace: UploadPace
} {
  const { app, store, now } = backend
  const storedImages = createStoredImages({ db: app, now })
  // Looks at each profile with a picture: of so many that an hour is not enough, one sweep at a time.
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweepImages({ store, storedImages, now })
      .catch((error: unknown) => log.warn({ err: error }, 'unused images could not be removed'))
      .finally(() => {
        sweeping = undefined
      })
  }, SWEEP_EVERY_MS)
  onStop(async () => clearInterval(timer))
  const images = createImages({
    onDeath: (error) => log.warn({ err: error }, 'the process that decodes pictures was lost'),
  })
  onStop(async () => images.stop())
  return { images, storedImages, uploadPace: UPLOAD_PACE }
}
