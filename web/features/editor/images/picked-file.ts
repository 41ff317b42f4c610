import { detectedFormat, FORMAT_BYTES, HEIC_ADVICE } from '@app/contracts/fields/image-format.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

const MB = 1024 * 1024
const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP o AVIF.'
export const DAMAGED = 'No pudimos leer la imagen: parece dañada o incompleta. Prueba con otra.'

/** An iPhone converts its photo to JPEG if a page accepts JPEG and no HEIC. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'

/** Rounded up, so that what is too large never reads like the limit. */
const inMb = (bytes: number): string =>
  (Math.ceil((bytes / MB) * 10) / 10).toLocaleString('es-CL', { maximumFractionDigits: 1 })

/** What is wrong with a file, in a sentence; undefined where it may be sent. */
export async function fileFaultOf(file: Blob): Promise<string | undefined> {
  if (file.size > LIMITS.imageBytesMax)
    return `La imagen pesa ${inMb(file.size)} MB. El máximo es ${inMb(LIMITS.imageBytesMax)} MB.`
  const head = await file
    .slice(0, FORMAT_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  // A file that was moved or deleted since it was picked.
  if (head === undefined) return DAMAGED
  const format = detectedFormat(new Uint8Array(head))
  if (format === undefined) return UNSUPPORTED
  return format === 'heic' ? HEIC_ADVICE : undefined
}
