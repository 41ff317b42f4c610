import type { PublicProfile } from '@app/contracts/api/public.ts'
import { imagePath, PREVIEW, widthName, type ImageWidth } from '@app/contracts/fields/image-renditions.ts'

/** For an image that is as wide as `sizes` says: the browser takes the one for its screen. */
export const widthSet = (ref: string, widths: readonly ImageWidth[]): string =>
  widths.map((width) => `${imagePath(ref, widthName(width))} ${width}w`).join(', ')

/** For an image whose width follows from its height: made for one pixel each, two, and so on. */
export const densitySet = (ref: string, widths: readonly ImageWidth[]): string =>
  widths.map((width, index) => `${imagePath(ref, widthName(width))} ${index + 1}x`).join(', ')

/** What a messenger shows of a profile: the face, or else the logo, or else what lies behind. */
export function previewPath(profile: PublicProfile): string | undefined {
  const ref = profile.profile_image ?? profile.company_logo ?? profile.background_image
  return ref === null ? undefined : imagePath(ref, PREVIEW.name)
}
