import { detectedFormat, FORMAT_BYTES, HEIC_ADVICE, type ImageFormat } from '@app/contracts/media.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP, AVIF, GIF, BMP o SVG.'
export const DAMAGED = 'No pudimos leer la imagen: parece dañada o incompleta. Prueba con otra.'
const TOO_LARGE = 'La imagen es demasiado grande para abrirla en este equipo. Prueba con una más pequeña.'

/** An iPhone converts its photo to JPEG if a page accepts JPEG and no HEIC. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp,image/svg+xml'

export interface PickedFile {
  /** Undefined: one that the server does not take, but the browser may draw. */
  readonly format: ImageFormat | 'heic' | undefined
  readonly bytes: number
}

/** @returns a sentence where it cannot be read */
export async function readPicked(file: Blob): Promise<PickedFile | string> {
  const head = await file
    .slice(0, FORMAT_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  // A file that was moved or deleted since it was picked.
  if (head === undefined) return DAMAGED
  return { format: detectedFormat(new Uint8Array(head)), bytes: file.size }
}

/** Why the browser could not open it. Files of more pixels than it can hold are large, too. */
export function openingFault({ format, bytes }: PickedFile): string {
  if (format === 'heic') return HEIC_ADVICE
  if (format === undefined) return UNSUPPORTED
  return bytes > LIMITS.imageBytesMax ? TOO_LARGE : DAMAGED
}
