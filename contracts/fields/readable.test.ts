import { describe, expect, test } from 'vitest'
import { readable } from './readable.ts'
import { everyRow, testTable } from '../../tests/support/every.ts'

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n))

const NEVER_SEEN = [
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  ...range(0x2060, 0x2064),
  ...'\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u200f\u3164\ufeff\ufff9\u{e0001}\u{e0041}\u{e007f}',
  ...'\u200c\u200d\ufe0f\u{e0100}',
]

describe('a readable text', () => {
  test('has none of what is never seen', () =>
    everyRow(
      NEVER_SEEN.map((character) => [character.codePointAt(0)!.toString(16), character]),
      ([_code, character]) => {
        expect(readable(`Ana${character} Paz`)).toBe('Ana Paz')
        expect(readable(`${character}Ana`)).toBe('Ana')
        expect(readable(`Ana${character}`)).toBe('Ana')
      },
    ))

  testTable([
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '❤️',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    '葛\u{e0100}飾区',
    'uno\ndos\ttres',
  ])('of any language is kept as it is', (text) => expect(readable(text)).toBe(text))
})
