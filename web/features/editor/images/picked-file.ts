import {
  detectedFormat,
  FORMAT_BYTES,
  HEIC_ADVICE,
  type ImageFormat,
} from '@app/contracts/fields/image-format.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { imageDimensionsFromData } from 'image-dimensions'

const MB = 1024 * 1024
const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP o AVIF.'
export const DAMAGED = 'No pudimos leer la imagen: parece dañada o incompleta. Prueba con otra.'
const TOO_LARGE = 'La imagen es demasiado grande para abrirla en este equipo. Prueba con una más pequeña.'
const NOT_MADE_SMALL = 'Tu navegador no permite achicarla antes de enviarla.'

/** An iPhone converts its photo to JPEG if a page accepts JPEG and no HEIC. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'

export interface PickedFile {
  readonly format: ImageFormat | 'heic'
  readonly bytes: number
  /** 0 where its head does not show them. */
  readonly pixels: number
}

/** Phones write maps of depth, of megabytes, before the size of a photo. */
const HEAD_BYTES = 8 * MB

/** @returns a sentence where it is no picture, or cannot be read */
export async function readPicked(file: Blob): Promise<PickedFile | string> {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  // A file that was moved or deleted since it was picked.
  if (head === undefined) return DAMAGED
  const format = detectedFormat(new Uint8Array(head.slice(0, FORMAT_BYTES)))
  if (format === undefined) return UNSUPPORTED
  const { width, height } = imageDimensionsFromData(new Uint8Array(head)) ?? { width: 0, height: 0 }
  return { format, bytes: file.size, pixels: width * height }
}

const PIXEL_BYTES = 4
/** A decoded photo of 200 megapixels takes a fifth of the memory of a phone that makes such photos. */
const MEMORY_PART = 1 / 4
const MEMORY_BYTES_MIN = 512 * MB

/**
 * Why opening it is not even tried: it could end the tab.
 * @param deviceGb undefined where the browser does not say
 */
export function memoryFault({ pixels, bytes }: PickedFile, deviceGb = 4): string | undefined {
  const allowed = Math.max(MEMORY_BYTES_MIN, deviceGb * 1024 * MB * MEMORY_PART)
  return pixels * PIXEL_BYTES + bytes > allowed ? TOO_LARGE : undefined
}

/** Why the browser could not open it. */
export function openingFault({ format, pixels }: PickedFile): string {
  if (format === 'heic') return HEIC_ADVICE
  return pixels > LIMITS.imagePixelsMax ? TOO_LARGE : DAMAGED
}

/** Rounded up, so that what is too large never reads like the limit. */
const inMb = (bytes: number): string =>
  (Math.ceil((bytes / MB) * 10) / 10).toLocaleString('es-CL', { maximumFractionDigits: 1 })

/** Why it cannot be sent as it is. */
export function sendingFault({ format, bytes }: PickedFile): string | undefined {
  if (format === 'heic') return HEIC_ADVICE
  if (bytes <= LIMITS.imageBytesMax) return undefined
  return `La imagen pesa ${inMb(bytes)} MB. El máximo es ${inMb(LIMITS.imageBytesMax)} MB. ${NOT_MADE_SMALL}`
}
