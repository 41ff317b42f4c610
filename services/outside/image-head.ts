import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { imageFormatOf, type ImageFormat } from './image-format.ts'

/** How a file of a stranger is read. */
export const SAFE: SharpOptions = {
  limitInputPixels: LIMITS.imagePixelsMax,
  failOn: 'error',
  sequentialRead: true,
  // An animation stands still on its first picture.
  pages: 1,
}

/** Longest side to shortest. What is longer than that is a strip, and costs more to fit than a picture. */
const RATIO_MAX = 20
/** A file of nine kilobytes may want 700 MB to be decoded: more than this is not given. */
const MEMORY_BYTES_MAX = 320_000_000
const HEAVY_BYTES_MIN = 100_000_000

const DAMAGED = 'No pudimos leer la imagen: parece dañada o incompleta. Prueba con otra.'
const STRIP = 'La imagen es demasiado angosta. Recórtala y vuelve a subirla.'
const HUNGRY = 'La imagen es demasiado grande para su formato. Guárdala como JPEG, o más pequeña.'

export const damaged = (): never => {
  throw new Refusal('unsupported-image', DAMAGED)
}

/** How the decoder names what the first bytes said. */
const SEEN_AS: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif av1',
}

/** Measured a sample of each pixel: some decoders hold the whole picture, and AV1's holds it several times. */
function memoryOf(format: ImageFormat, { width, height, channels, depth, isProgressive }: Metadata): number {
  const samples = width * height * channels * (depth === 'ushort' ? 2 : 1)
  if (format === 'avif') return samples * 6
  return isProgressive || format === 'webp' ? samples * 1.5 : 0
}

/**
 * Asks only the head of the file: a bomb costs what its first bytes cost.
 * @returns whether to decode it takes so much memory that it is done alone
 * @throws Refusal unsupported-image or image-too-large
 */
export async function checkedHead(bytes: Buffer): Promise<{ readonly isHeavy: boolean }> {
  if (bytes.length > LIMITS.imageBytesMax) throw new Refusal('image-too-large')
  const expected = imageFormatOf(bytes)
  const head = await sharp(bytes, { ...SAFE, limitInputPixels: false })
    .metadata()
    .catch(damaged)
  const { width, height, format, compression } = head
  if ((format === 'heif' ? `heif ${compression}` : format) !== SEEN_AS[expected]) damaged()
  if (width * height > LIMITS.imagePixelsMax) throw new Refusal('image-too-large')
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height))
    throw new Refusal('unsupported-image', STRIP)
  const memory = memoryOf(expected, head)
  if (memory > MEMORY_BYTES_MAX) throw new Refusal('image-too-large', HUNGRY)
  return { isHeavy: memory > HEAVY_BYTES_MIN }
}
