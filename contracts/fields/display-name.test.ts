import { expect, test } from 'vitest'
import { displayName, shortName } from './display-name.ts'
import { testTable } from '../../tests/support/every.ts'
import { isolated } from './isolated.ts'

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
