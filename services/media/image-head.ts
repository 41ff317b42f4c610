import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { type ImageFormat, detectedFormat, HEIC_ADVICE } from '@app/contracts/fields/pictures.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

export const SAFE: SharpOptions = {
  limitInputPixels: LIMITS.imagePixelsMax,
  failOn: 'error',
  sequentialRead: true,
  // Only the first frame of an animation.
  pages: 1,
}

/** Longest side to shortest. A longer strip costs more to resize than a picture. */
const RATIO_MAX = 20
/** A file of 1 KB may need 1 GB to decode. With the program itself this limit makes 400 MB. */
const MEMORY_BYTES_MAX = 320_000_000
/** Measured for AVIF by depth: libaom stores data of every 4 × 4 block besides the pixels. */
const AVIF_PIXEL_BYTES = { uchar: 18, deeper: 26 }

/** A scan of 100 bytes costs as much as the picture and cannot be interrupted. Encoders write about ten. */
const JPEG_SCANS_MAX = 100

const DAMAGED = 'No pudimos leer la imagen: parece dañada o incompleta. Prueba con otra.'
const STRIP = 'La imagen es demasiado angosta. Recórtala y vuelve a subirla.'
export const TOO_SLOW = 'La imagen tarda demasiado en procesarse. Prueba con una más pequeña.'
export const TOO_HUNGRY = 'La imagen es demasiado grande para su formato. Guárdala como JPEG, o más pequeña.'

export const damaged = (): never => {
  throw new Refusal('unsupported-image', DAMAGED)
}

/** Measured: some decoders keep the whole picture in memory, and AV1's much more. */
function memoryOf(format: ImageFormat, { width, height, channels, depth, isProgressive }: Metadata): number {
  if (format === 'avif') return width * height * AVIF_PIXEL_BYTES[depth === 'uchar' ? 'uchar' : 'deeper']
  const samples = width * height * channels * (depth === 'ushort' ? 2 : 1)
  return isProgressive || format === 'webp' ? samples * 1.5 : 0
}

/** Reads only the head, as a defence against decompression bombs. @throws Refusal unsupported-image or image-too-large */
export async function checkHead(bytes: Buffer): Promise<void> {
  const expected = imageFormatOf(bytes)
  if (expected === 'jpeg' && countScans(bytes, JPEG_SCANS_MAX + 1) > JPEG_SCANS_MAX)
    throw new Refusal('image-too-large', TOO_SLOW)
  const head = await sharp(bytes, { ...SAFE, limitInputPixels: false })
    .metadata()
    .catch(damaged)
  const { width, height } = head
  if (width * height > LIMITS.imagePixelsMax) throw new Refusal('image-too-large')
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height))
    throw new Refusal('unsupported-image', STRIP)
  if (memoryOf(expected, head) > MEMORY_BYTES_MAX) throw new Refusal('image-too-large', TOO_HUNGRY)
}

const SOS = 0xda
const EOI = 0xd9

/** Stuffed bytes, fill bytes and restart markers do not begin a segment. */
const isWithinScan = (code: number): boolean =>
  code === 0x00 || code === 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd7)

function nextSegment(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code === undefined) return -1
    if (!isWithinScan(code)) return at
  }
  return -1
}

/** Counts up to `max`. Stops at the end of the picture, because cameras append other pictures. */
export function countScans(bytes: Buffer, max: number): number {
  let count = 0
  let at = nextSegment(bytes, 2)
  while (at >= 0 && at + 4 <= bytes.length && count < max) {
    const code = bytes[at + 1]
    if (code === EOI) return count
    if (code === SOS) count += 1
    at = nextSegment(bytes, at + 2 + bytes.readUInt16BE(at + 2))
  }
  return count
}

/** @throws Refusal unsupported-image */
export function imageFormatOf(bytes: Buffer): ImageFormat {
  const format = detectedFormat(bytes)
  if (format === 'heic') throw new Refusal('unsupported-image', HEIC_ADVICE)
  if (format === undefined) throw new Refusal('unsupported-image')
  return format
}
