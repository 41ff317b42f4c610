import { expect, test } from 'vitest'
import { slugCheckText, typedSlugFault } from './SlugForm.tsx'

test.each([
  ['demo', undefined],
  ['', 'El slug no puede estar vacío'],
  ['Ana', 'Solo minúsculas, números y guiones.'],
  ['ana?', 'Solo minúsculas, números y guiones.'],
  ['-ana', 'Usa de 3 a 60 minúsculas, números y guiones, como ana-paz.'],
])('%j has the fault %j', (slug, fault) => expect(typedSlugFault(slug)).toBe(fault))

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
