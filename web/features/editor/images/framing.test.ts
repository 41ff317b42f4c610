import { expect, test } from 'vitest'
import { sizeAdvice } from './CropDialog.tsx'
import { ZOOM_MAX, zoomAfter } from './PictureFrame.tsx'

const WANTED = { width: 400, height: 400 }
const LARGE = { width: 900, height: 900 }
const SMALL = { width: 300, height: 300 }

test('a picture below the wanted size gets a notice, also if only the zoom makes it small', () => {
  expect(sizeAdvice(LARGE, LARGE, WANTED)).toBeUndefined()
  expect(sizeAdvice(SMALL, SMALL, WANTED)).toBe('La imagen es muy pequeña. Usa al menos 400 × 400.')
  expect(sizeAdvice(SMALL, LARGE, WANTED)).toBe('Tan de cerca se verá borrosa. Aleja la imagen.')
})

test('plus and minus zoom within limits, also on keyboards where plus needs shift', () => {
  expect(zoomAfter('+', 1)).toBeCloseTo(1.1)
  expect(zoomAfter('=', 1)).toBeCloseTo(1.1)
  expect(zoomAfter('-', 1.1)).toBeCloseTo(1)
  expect(zoomAfter('-', 1)).toBe(1)
  expect(zoomAfter('+', ZOOM_MAX)).toBe(ZOOM_MAX)
  expect(zoomAfter('ArrowUp', 2)).toBe(2)
})
