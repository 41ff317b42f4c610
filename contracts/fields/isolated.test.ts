import { expect } from 'vitest'
import { isolated } from './isolated.ts'
import { testTable } from '../../tests/support/every.ts'

testTable(['משה כהן', 'ليلى حداد', 'Ana כהן', 'ܫܡܥܘܢ', 'ދިވެހި', '𐤀𐤁', 'ﷲ'])(
  'a name from right to left is isolated from the sentence around it',
  (name) => expect(isolated(name)).toBe(`\u2068${name}\u2069`),
)

testTable(['Ana Núñez', 'Mª José', '李明', 'Ольга', 'Ñuñoa 👩‍⚖️', '123', ''])(
  'any other name runs with the sentence, and stays as it is',
  (name) => expect(isolated(name)).toBe(name),
)
