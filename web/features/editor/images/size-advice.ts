import { isSmall, type Size } from './picture-areas.ts'

/** @param most the largest size within the frame */
export function sizeAdvice(cut: Size, most: Size, wanted: Size): string | undefined {
  if (!isSmall(cut, wanted)) return undefined
  if (isSmall(most, wanted))
    return `La imagen es muy pequeña. Usa al menos ${wanted.width} × ${wanted.height}.`
  return 'Tan de cerca se verá borrosa. Aleja la imagen.'
}
