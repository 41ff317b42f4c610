import { expect, test } from 'vitest'
import { initialsOf, tintOf } from './PersonAvatar.tsx'

test.each([
  ['Rodrigo Paredes Soto', 'RP'],
  ['  ángela   (Frutícola) maipo', 'ÁF'],
  ['José', 'J'],
  ['Juan Pérez (2)', 'JP'],
  ['+56 9', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name always has the same colour', () => {
  expect(tintOf('Camila Soto')).toBe(tintOf('Camila Soto'))
  expect(new Set(['Ana', 'Anb', 'Anc', 'And'].map(tintOf))).toEqual(new Set([0, 1, 2, 3]))
})
