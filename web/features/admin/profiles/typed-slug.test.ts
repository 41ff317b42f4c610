import { LIMITS } from '@app/contracts/limits/limits.ts'
import { expect, test } from 'vitest'
import { slugCheckText, typedSlugFault } from './typed-slug.ts'

test.each(['ana-rivas', 'ana', '2026', 'demo', 'a'.repeat(LIMITS.slugCharsMax)])(
  '%s may be asked for',
  (slug) => {
    expect(typedSlugFault(slug)).toBeUndefined()
  },
)

test('an empty one is named as such', () => {
  expect(typedSlugFault('')).toBe('El slug no puede estar vacío')
})

test.each(['ana rivas', 'ana_rivas', 'áña', 'ana/rivas', 'Ana', '../x', 'ana?'])(
  '%j has signs that none may have',
  (slug) => {
    expect(typedSlugFault(slug)).toBe('Solo minúsculas, números y guiones.')
  },
)

test.each(['an', '-ana', 'ana-', 'a'.repeat(LIMITS.slugCharsMax + 1)])(
  '%s has not the form of one',
  (slug) => {
    expect(typedSlugFault(slug)).toBe('Usa de 3 a 60 minúsculas, números y guiones, como ana-paz.')
  },
)

test('the server answers that a slug is free, taken or reserved', () => {
  const check = { slug: 'ana', is_available: true, detail: 'Disponible' }
  const taken = { slug: 'ana', is_available: false, detail: 'Esa dirección ya está en uso.' }
  const reserved = { slug: 'admin', is_available: false, detail: 'Esa dirección está reservada. Elige otra.' }
  expect([check, taken, reserved].map(slugCheckText)).toEqual([
    'Disponible',
    'Ya está en uso',
    'Esa dirección está reservada. Elige otra.',
  ])
})
