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
