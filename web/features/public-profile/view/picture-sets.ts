import { imagePath, widthName, type ImageWidth } from '@app/contracts/fields/image-renditions.ts'

/** `srcset` for an image whose width `sizes` gives. */
export const widthSet = (ref: string, widths: readonly ImageWidth[]): string =>
  widths.map((width) => `${imagePath(ref, widthName(width))} ${width}w`).join(', ')

/** `srcset` for an image of fixed size: 1x, 2x, and so on. */
export const densitySet = (ref: string, widths: readonly ImageWidth[]): string =>
  widths.map((width, index) => `${imagePath(ref, widthName(width))} ${index + 1}x`).join(', ')
