import type { ImageKind } from '../profiles.ts'

export interface ImageRendition {
  readonly name: string
  readonly contentType: 'image/webp' | 'image/jpeg'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** Re-encoded from an upload. Equal renditions have the same `ref`. */
export interface RenderedImage {
  readonly ref: string
  readonly width: number
  readonly height: number
  readonly renditions: readonly ImageRendition[]
}

/** The avatar is 104 px wide in the page: for one, two and three device pixels each. */
export const AVATAR_WIDTHS = [112, 224, 336] as const
/** The logo is up to 140 px wide in the page: for one, two and three device pixels each. */
export const LOGO_WIDTHS = [140, 280, 420] as const
/** `upright` is cropped for phones, `whole` is for wide windows. */
export const BACKGROUND_WIDTHS = { upright: [720, 1080], whole: 1600 } as const

type Widths = typeof AVATAR_WIDTHS | typeof LOGO_WIDTHS | (typeof BACKGROUND_WIDTHS)['upright']
export type ImageWidth = Widths[number] | (typeof BACKGROUND_WIDTHS)['whole']

export const IMAGE_WIDTHS: Readonly<Record<ImageKind, readonly ImageWidth[]>> = {
  'profile-image': AVATAR_WIDTHS,
  'company-logo': LOGO_WIDTHS,
  'background-image': [...BACKGROUND_WIDTHS.upright, BACKGROUND_WIDTHS.whole],
}

/** For vCards and mails, of profile images only. Some phones refuse a contact with a larger photo. */
export const SQUARE = { name: 'square', side: 400, bytesMax: 40_000 } as const
export const PREVIEW = { width: 1_200, height: 630, bytesMax: 300_000 } as const

export type WidthName = `w${ImageWidth}`
export const widthName = <Width extends ImageWidth>(width: Width): `w${Width}` => `w${width}`

export const imagePath = (ref: string, rendition?: WidthName | typeof SQUARE.name): string =>
  `/api/files/${encodeURIComponent(rendition === undefined ? ref : `${ref}-${rendition}`)}`

export const FILE_REF = /^([0-9a-f]{32})(?:-(w[1-9]\d{1,3}|square))?$/

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

export const HEIC_ADVICE =
  'Las fotos HEIC no se ven en todos los teléfonos. En tu iPhone elige Ajustes > Cámara > Formatos > Más compatible y toma la foto otra vez, o conviértela a JPEG.'
const AVIF_BRANDS = ['avif', 'avis']
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'mif2']
/** Enough to detect a format; no camera writes more brands than fit. */
export const FORMAT_BYTES = 256

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** Major and compatible brands of an ISO base media file (ISO/IEC 14496-12). */
function brandsOf(bytes: Uint8Array): readonly string[] {
  if (bytes.length < 16 || text(bytes, 4, 8) !== 'ftyp') return []
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const end = Math.min(size, bytes.length, FORMAT_BYTES)
  const brands = [text(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(bytes, at, at + 4))
  return brands
}

/** Reads the first bytes, because a file's name and type are chosen freely. */
export function detectedFormat(bytes: Uint8Array): ImageFormat | 'heic' | undefined {
  if (text(bytes, 0, 3) === '\xFF\xD8\xFF') return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1A\n') return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  const brands = brandsOf(bytes)
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  if (brands.some((brand) => HEIF_BRANDS.includes(brand))) return 'heic'
  return undefined
}
