import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.each(['משה כהן', 'ليلى حداد', 'Ana כהן', 'ܫܡܥܘܢ', 'ދިވެހި', '𐤀𐤁', 'ﷲ'])(
  'the name %s is isolated from the sentence around it',
  (name) => expect(isolated(name)).toBe(`\u2068${name}\u2069`),
)

test.each(['Ana Núñez', 'Mª José', '李明', 'Ольга', 'Ñuñoa 👩‍⚖️', '123', ''])(
  'the name %j runs with the sentence, and stays as it is',
  (name) => expect(isolated(name)).toBe(name),
)
