import { expect, test } from 'vitest'
import { sizeAdvice } from './CropDialog.tsx'

const WANTED = { width: 400, height: 400 }
const LARGE = { width: 900, height: 900 }
const SMALL = { width: 300, height: 300 }

test('a picture below the wanted size gets a notice, also if only the zoom makes it small', () => {
  expect(sizeAdvice(LARGE, LARGE, WANTED)).toBeUndefined()
  expect(sizeAdvice(SMALL, SMALL, WANTED)).toBe('La imagen es muy pequeña. Usa al menos 400 × 400.')
  expect(sizeAdvice(SMALL, LARGE, WANTED)).toBe('Tan de cerca se verá borrosa. Aleja la imagen.')
})
