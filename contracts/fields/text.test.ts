import { describe, expect, test } from 'vitest'
import { filledLine, filledParagraph, headerText, line, paragraph, readable, mailedToken } from './text.ts'
import { everyRow, testTable } from '../../tests/support/every.ts'

const MAX = 20
const short = line(MAX)
const takes = (schema: ReturnType<typeof line>, text: string): boolean => schema.safeParse(text).success
const faultOf = (schema: ReturnType<typeof line>, text: unknown): string | undefined =>
  schema.safeParse(text).error?.issues[0]?.message

/** Characters that JSON allows, but a store, one line of a screen or a header does not. */
const NEVER = ['\u0000', '\u0007', '\u000b', '\u001b', '\u007f', '\u0085', '\u009f', '\ud83d', '\ude00']
const BREAKS = ['\n', '\r', '\t', '\u2028', '\u2029']

test('one line with an unstorable character or a break in it is refused [LOG-5]', () =>
  everyRow([...NEVER, ...BREAKS], (character) => {
    expect(takes(short, `Ana${character}Paz`)).toBe(false)
    expect(faultOf(short, character)).toBe('Hay caracteres que no se pueden guardar.')
  }))

test('one line of any language is taken as it is', () =>
  everyRow(['', 'Íñigo Núñez', 'O’Higgins; "S.A."\\', '👩‍💻 Ana', 'أنا', '\u00a0', '\ufffd'], (text) => {
    expect(short.parse(text)).toBe(text)
  }))

test('a value that is no text is refused as a line', () => {
  for (const value of [undefined, null, 7, ['Ana'], { text: 'Ana' }])
    expect(short.safeParse(value).success).toBe(false)
})

test('a paragraph may have breaks and tabs in it', () =>
  everyRow(['\n', '\r\n', '\t'], (text) => {
    expect(paragraph(MAX).parse(`uno${text}dos`)).toBe(`uno${text}dos`)
  }))

describe('text that must not be blank', () => {
  test('is kept without the space around it', () => {
    expect(filledLine(MAX).parse('  Ana Paz ')).toBe('Ana Paz')
    expect(filledParagraph(MAX).parse('\n hola\nchao \n')).toBe('hola\nchao')
  })

  test('is refused when there is nothing to read in it', () =>
    everyRow(['', '   ', '\u00a0 \u3000', '\u200b', ' \u00ad\u2060 ', '\u2800 \u2800'], (text) => {
      expect(faultOf(filledLine(MAX), text)).toBe('Completa este campo.')
      expect(faultOf(filledParagraph(MAX), text)).toBe('Completa este campo.')
    }))

  test('is refused with an unstorable character in it', () =>
    everyRow(NEVER, (character) => {
      expect(takes(filledLine(MAX), `Ana${character}`)).toBe(false)
      expect(takes(filledParagraph(MAX), `Ana${character}`)).toBe(false)
    }))
})

describe('header text', () => {
  test('is cut to its limit, and an absent header is empty', () => {
    expect(headerText('x'.repeat(MAX + 5), MAX)).toBe('x'.repeat(MAX))
    expect(headerText(undefined, MAX)).toBe('')
  })

  test('loses a character that its limit would halve', () => {
    expect(headerText(`${'x'.repeat(MAX - 1)}😀`, MAX)).toBe('x'.repeat(MAX - 1))
  })

  test('is freed of breaks and of what cannot be stored', () =>
    everyRow([...NEVER, ...BREAKS], (character) => {
      expect(headerText(`Ana${character}Paz`, MAX)).toBe('AnaPaz')
    }))
})

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

  testTable(['👨‍👩‍👧‍👦', '🏳️‍🌈', '❤️', 'می\u200cخواهم', 'uno\ndos\ttres'])(
    'of any language is kept as it is',
    (text) => expect(readable(text)).toBe(text),
  )
})

testTable([
  ['ab-_Z9', 'ab-_Z9'],
  ['<ab-_Z9> ', 'ab-_Z9'],
  ['ab-_Z9%3E', 'ab-_Z9'],
  ['\u200bab-_Z9…', 'ab-_Z9'],
  ['ab-_Z9_*', 'ab-_Z9'],
  ['ab-_Z90', undefined],
  ['ab-_Z', undefined],
  ['ab-.Z9x', undefined],
])('a mailed token is its own characters, with whatever signs around them', (text, token) => {
  expect(mailedToken(text, 6)).toBe(token)
})
