import sharp, { type ResizeOptions, type Sharp, type OutputInfo } from 'sharp'
import type { ImageKind } from '@app/contracts/profiles.ts'
import {
  AVATAR_WIDTHS,
  BACKGROUND_WIDTHS,
  IMAGE_WIDTHS,
  SQUARE,
  widthName,
  type ImageRendition,
  type ImageWidth,
  type RenderedImage,
} from '@app/contracts/fields/pictures.ts'
import { createHash } from 'node:crypto'
import { checkHead, damaged, SAFE, TOO_SLOW } from './image-head.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const QUALITIES = [80, 68, 56, 44, 32, 20, 10, 3]
const PAGE_QUALITIES = QUALITIES.filter((quality) => quality >= 40)
const PAPER = '#ffffff'
const ATTENTION = sharp.strategy.attention

/** A phone's first image: at most 60 KB. */
const PAGE_BYTES_MAX: Readonly<Record<ImageKind, number>> = {
  'profile-image': 25_000,
  'company-logo': 8_000,
  'background-image': 60_000,
}
const WHOLE_BACKGROUND_BYTES_MAX = 150_000

/** Twice the largest avatar, because the sizes of pages are scaled down from it. */
const PORTRAIT_SIDE = 2 * AVATAR_WIDTHS[2]

const DECODED_SIZE: Readonly<Record<ImageKind, ResizeOptions>> = {
  // Finds a face.
  'profile-image': { width: PORTRAIT_SIDE, height: PORTRAIT_SIDE, fit: 'cover', position: ATTENTION },
  'company-logo': { width: 1_000, height: 1_000, fit: 'inside', withoutEnlargement: true },
  'background-image': { width: 2_560, height: 2_560, fit: 'inside', withoutEnlargement: true },
}

const STRIP_RATIO_MIN = 4

/** The search takes seconds for a strip of 100 bytes, so a strip is cut at its centre. */
const cut = ({ info: { width, height } }: DecodedImage): Pick<ResizeOptions, 'fit' | 'position'> => ({
  fit: 'cover',
  position: Math.max(width, height) > STRIP_RATIO_MIN * Math.min(width, height) ? 'centre' : ATTENTION,
})

function pageSize(decoded: DecodedImage, kind: ImageKind, width: number): ResizeOptions {
  switch (kind) {
    case 'profile-image':
      return { width, height: width }
    case 'company-logo':
      // Shown at most 24 px high; this is twice that.
      return { width, height: Math.round((width * 48) / 140), fit: 'inside', withoutEnlargement: true }
    case 'background-image':
      return width === BACKGROUND_WIDTHS.whole
        ? { width, height: 2_000, fit: 'inside', withoutEnlargement: true }
        : { width, height: Math.round((width * 16) / 9), ...cut(decoded) }
  }
}

async function fitted(
  bytesMax: number,
  qualities: readonly number[],
  encode: (quality: number) => Sharp,
): Promise<Pick<ImageRendition, 'width' | 'height' | 'bytes'>> {
  for (const [index, quality] of qualities.entries()) {
    const { data: bytes, info } = await encode(quality).toBuffer({ resolveWithObject: true })
    const isLast = index === qualities.length - 1
    if (bytes.length <= bytesMax || isLast) return { width: info.width, height: info.height, bytes }
  }
  throw new Error('no quality to encode with')
}

async function webp(decoded: DecodedImage, kind: ImageKind, width: ImageWidth): Promise<ImageRendition> {
  const sized = await pixelsOf(decodedPictureOf(decoded).resize(pageSize(decoded, kind, width)))
  const bytesMax = width === BACKGROUND_WIDTHS.whole ? WHOLE_BACKGROUND_BYTES_MAX : PAGE_BYTES_MAX[kind]
  const made = await fitted(bytesMax, PAGE_QUALITIES, (quality) => decodedPictureOf(sized).webp({ quality }))
  return { name: widthName(width), contentType: 'image/webp', ...made }
}

async function square(decoded: DecodedImage): Promise<ImageRendition> {
  const { name, side, bytesMax } = SQUARE
  const sized = await pixelsOf(decodedPictureOf(decoded).resize(side, side))
  // Baseline, because old programs read contact files.
  const made = await fitted(bytesMax, QUALITIES, (quality) =>
    decodedPictureOf(sized).flatten({ background: PAPER }).jpeg({ quality, progressive: false }),
  )
  return { name, contentType: 'image/jpeg', ...made }
}

/** Only a logo stays transparent: the page shows an icon under a portrait. */
async function onPaper(decoded: DecodedImage, kind: ImageKind): Promise<DecodedImage> {
  const isWhole = kind === 'company-logo' || decoded.info.channels % 2 === 1
  return isWhole ? decoded : pixelsOf(decodedPictureOf(decoded).flatten({ background: PAPER }))
}

/** One after the other, to leave a core to other calls. */
async function renditionsOf(decoded: DecodedImage, kind: ImageKind): Promise<readonly ImageRendition[]> {
  const made: ImageRendition[] = []
  const picture = await onPaper(decoded, kind)
  for (const width of IMAGE_WIDTHS[kind]) made.push(await webp(picture, kind, width))
  if (kind === 'profile-image') made.push(await square(picture))
  return made
}

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

/** Upright, in sRGB, without metadata such as location and author. */
interface DecodedImage {
  readonly data: Buffer
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>
}

const SECONDS_MAX = 20

/** `bytes` has passed `checkHead`. @throws Refusal unsupported-image or image-too-large */
const decodeImage = (bytes: Buffer, size: ResizeOptions): Promise<DecodedImage> =>
  pixelsOf(
    sharp(bytes, SAFE).timeout({ seconds: SECONDS_MAX }).autoOrient().resize(size).toColourspace('srgb'),
  ).catch((error: Error) => {
    if (error.message.startsWith('timeout')) throw new Refusal('image-too-large', TOO_SLOW)
    return damaged()
  })

async function pixelsOf(picture: Sharp): Promise<DecodedImage> {
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, info }
}

const decodedPictureOf = ({ data, info: { width, height, channels } }: DecodedImage): Sharp =>
  sharp(data, { raw: { width, height, channels } })
