import { randomBytes } from 'node:crypto'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import type pg from 'pg'
import { createStoredImages, type StoredImages } from '../stored-images.ts'
import { KEY_BYTES } from '../../kernel/keys/sealing.ts'
import { wrappedBy } from '../../kernel/keys/testing/one-wrapping-key.ts'

const IMAGES_WRAPPING_KEY = Buffer.alloc(KEY_BYTES, 'wrapping key of pictures')

/** Pictures of a database that no product has opened. */
export function createTestImages(db: pg.Pool, now: () => Date): StoredImages {
  return createStoredImages({ db, now, random: randomBytes, wrapping: wrappedBy(IMAGES_WRAPPING_KEY) })
}

/** A picture of one rendition. @param sign one letter, by which it is told from others */
export const pictureOf = (sign: string): RenderedImage => ({
  ref: sign.repeat(32),
  width: 112,
  height: 112,
  renditions: [
    { name: 'w112', contentType: 'image/webp', width: 112, height: 112, bytes: Buffer.from(sign) },
  ],
})
