import { expect, test } from 'vitest'
import { displayName, shortName, isolated, splitName } from './names.ts'
import { testTable } from '../../tests/support/every.ts'

const BLANK = { slug: 'antonia', name: '', lastname: '', company: '' }

testTable([
  [{ name: ' Antonia ', lastname: '' }, 'Antonia'],
  [{ name: '', lastname: 'Rivas' }, 'Rivas'],
  [{ company: 'Andes Norte' }, 'Andes Norte'],
  [{}, 'antonia'],
])('a profile is headed by the first name that it has', (details, heading) => {
  expect(displayName({ ...BLANK, ...details })).toBe(heading)
})

test('sentences name the owner by the given names, or by the only name there is', () => {
  expect(shortName({ ...BLANK, name: 'María José', lastname: 'Rivas' })).toBe('María José')
  expect(shortName({ ...BLANK, company: 'Andes Norte' })).toBe('Andes Norte')
})

testTable(['משה כהן', 'ليلى حداد', 'Ana כהן', 'ܫܡܥܘܢ', 'ދިވެހި', '𐤀𐤁', 'ﷲ'])(
  'a name from right to left is isolated from the sentence around it',
  (name) => expect(isolated(name)).toBe(`\u2068${name}\u2069`),
)

testTable(['Ana Núñez', 'Mª José', '李明', 'Ольга', 'Ñuñoa 👩‍⚖️', '123', ''])(
  'any other name runs with the sentence, and stays as it is',
  (name) => expect(isolated(name)).toBe(name),
)

test.each([
  ['Ana', 'Ana', ''],
  ['Ana Rivas', 'Ana', 'Rivas'],
  ['Ana María Rivas Soto', 'Ana María', 'Rivas Soto'],
  ['Juan de la Fuente', 'Juan', 'de la Fuente'],
  ['Juan Pablo de la Fuente Soto', 'Juan Pablo', 'de la Fuente Soto'],
  ['Enrique Mac Iver Rodríguez', 'Enrique', 'Mac Iver Rodríguez'],
  ['José San Martín', 'José', 'San Martín'],
  ['Andrés van der Meer Lagos', 'Andrés', 'van der Meer Lagos'],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
  ['Dra. Ana Rivas Soto', 'Dra. Ana', 'Rivas Soto'],
  ['  Ana   Rivas ', 'Ana', 'Rivas'],
  ['משה כהן', 'משה', 'כהן'],
  ['de', 'de', ''],
  ['', '', ''],
])('%j is given name %j and family name %j', (whole, name, lastname) => {
  expect(splitName(whole)).toEqual({ name, lastname })
})
