import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { Refusal } from '@app/contracts/refusals.ts'
import { damaged, SAFE, TOO_SLOW } from './image-head.ts'

/** A picture as pixels, upright, in sRGB, with nothing else: where it was taken and by whom is gone. */
export interface DecodedImage {
  readonly data: Buffer
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>
}

/** What can be had of a file that is not well: an answer, and soon. */
const SECONDS_MAX = 20

/**
 * Decodes what somebody uploaded, its head already checked, into a size that everything else is made of.
 * @throws Refusal unsupported-image or image-too-large
 */
export const decodeImage = (bytes: Buffer, size: ResizeOptions): Promise<DecodedImage> =>
  pixelsOf(
    sharp(bytes, SAFE).timeout({ seconds: SECONDS_MAX }).autoOrient().resize(size).toColourspace('srgb'),
  ).catch((error: Error) => {
    if (error.message.startsWith('timeout')) throw new Refusal('image-too-large', TOO_SLOW)
    return damaged()
  })

export async function pixelsOf(picture: Sharp): Promise<DecodedImage> {
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, info }
}

/** A picture to go on with. */
export const decodedPictureOf = ({ data, info: { width, height, channels } }: DecodedImage): Sharp =>
  sharp(data, { raw: { width, height, channels } })
