import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { Refusal } from '@app/contracts/refusals.ts'
import { damaged, SAFE, TOO_SLOW } from './image-head.ts'

/** Upright, in sRGB, without metadata such as location and author. */
export interface DecodedImage {
  readonly data: Buffer
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>
}

/** Time limit for a damaged or malicious file. */
const SECONDS_MAX = 20

/** `bytes` has passed `checkHead`. @throws Refusal unsupported-image or image-too-large */
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

export const decodedPictureOf = ({ data, info: { width, height, channels } }: DecodedImage): Sharp =>
  sharp(data, { raw: { width, height, channels } })
