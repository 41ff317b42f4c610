import { Refusal } from '@app/contracts/refusals.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

const HEIC =
  'Las fotos HEIC no se ven en todos los teléfonos. En tu iPhone elige Ajustes > Cámara > Formatos > Más compatible y toma la foto otra vez, o conviértela a JPEG.'
const AVIF_BRANDS = ['avif', 'avis']
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'mif2']
/** No camera writes more brands than fit. */
const BRANDS_BYTES_MAX = 256

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** Major and compatible brands of an ISO base media file (ISO/IEC 14496-12). */
function brandsOf(bytes: Buffer): readonly string[] {
  if (bytes.length < 16 || text(bytes, 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, BRANDS_BYTES_MAX)
  const brands = [text(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(bytes, at, at + 4))
  return brands
}

/** Reads the first bytes, because a client chooses file name and type. @throws Refusal unsupported-image */
export function imageFormatOf(bytes: Buffer): ImageFormat {
  if (text(bytes, 0, 3) === '\xFF\xD8\xFF') return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1A\n') return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  const brands = brandsOf(bytes)
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  if (brands.some((brand) => HEIF_BRANDS.includes(brand))) throw new Refusal('unsupported-image', HEIC)
  throw new Refusal('unsupported-image')
}
