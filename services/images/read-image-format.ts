import { detectedFormat, HEIC_ADVICE, type ImageFormat } from '@app/contracts/fields/image-format.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** @throws Refusal unsupported-image */
export function imageFormatOf(bytes: Buffer): ImageFormat {
  const format = detectedFormat(bytes)
  if (format === 'heic') throw new Refusal('unsupported-image', HEIC_ADVICE)
  if (format === undefined) throw new Refusal('unsupported-image')
  return format
}
