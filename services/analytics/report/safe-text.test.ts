import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapedForFile, safeText } from './safe-text.ts'

const SEED = Number(process.env.TEST_SEED)
const PIECES = "=+-@＝\t\r\n \0\u001F\uD83D\uDE00'(5a".split('')

describe('typed texts', () => {
  test.each([
    ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
    ['+1+cmd|calc', `'+1+cmd|calc`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1+1', `'=1+1`],
    ['\r=1+1', `'=1+1`],
    ['\n=1+1', `'=1+1`],
    ['  =1+1', `'=1+1`],
    ['\u0000=1+1', `'=1+1`],
    ['＝1+1', `'＝1+1`],
  ])('that begin like the formula %j get an apostrophe', (typed, safe) => {
    expect(safeText(typed)).toBe(safe)
  })

  test.each(['+56912345678', '+56 9 1234 5678', '+1 (415) 555-2671'])(
    'that are the number %s are copied unchanged',
    (phone) => {
      expect(safeText(phone)).toBe(phone)
    },
  )

  test.each(['a=1', "O'Higgins", 'Peña & Cía. <3', 'línea 1\nlínea 2', '👩‍👩‍👧 familia'])(
    'that are harmless stay unchanged: %j',
    (typed) => {
      expect(safeText(typed)).toBe(typed)
    },
  )

  test('lose characters that XML forbids, and lone surrogates', () => {
    expect(safeText('a\u0000b\u0008c\u000Bd\u001Fe\uFFFEf\uFFFFg\uD83Dh\uDE00i\u007F')).toBe('abcdefghi')
  })

  test('have one kind of line break and no tabs', () => {
    expect(safeText('a\r\nb\rc\td')).toBe('a\nb\nc d')
  })

  test('are cut at the limit of a cell, between characters', () => {
    expect(safeText('ñ'.repeat(40_000))).toHaveLength(32_767)
    expect(safeText(`=${'1'.repeat(40_000)}`)).toHaveLength(32_767)
    const cut = safeText(`${'a'.repeat(32_766)}😀`)
    expect(cut).toBe('a'.repeat(32_766))
  })

  test('never begin like a formula, unless they are a phone number [ACC-18]', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...PIECES) }), (typed) => {
        const safe = safeText(typed)
        expect(safe).not.toMatch(/^[=\-@\t\r\n＝＋－＠]/)
        if (safe.startsWith('+')) expect(safe).toMatch(/^\+[\d ().-]+$/)
        expect(/\p{Cs}/u.test(safe)).toBe(false)
      }),
      { seed: SEED },
    )
  })

  test('that arrive as an object become a plain string', () => {
    expect(safeText({ formula: '1+1' })).toBe('[object Object]')
  })
})

test('text that resembles an escape of the file format is escaped', () => {
  expect(escapedForFile('_x003D_1+1')).toBe('_x005F_x003D_1+1')
  expect(escapedForFile('caja_xl_ _x00_')).toBe('caja_xl_ _x00_')
})
