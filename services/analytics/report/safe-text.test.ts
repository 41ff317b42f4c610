import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapedForFile, safeText } from './cells.ts'
import { testTable } from '../../../tests/support/every.ts'

const SEED = Number(process.env.TEST_SEED)
const PIECES = "=+-@＝\t\r\n \0\u001F\uD83D\uDE00'(5a".split('')
const PHONES = ['+56912345678', '+56 9 1234 5678', '+1 (415) 555-2671']
const HARMLESS = ['a=1', "O'Higgins", 'Peña & Cía. <3', 'línea 1\nlínea 2', '👩‍👩‍👧 familia']
const FORMULAS = ['=HYPERLINK("http://x")', '+1+cmd|calc', '-2+3', '@SUM(A1)', '＝1+1']
const BLANKS = ['\t', '\r', '\n', '  ', '\0']

testTable<readonly [typed: unknown, safe: string]>([
  ...[...PHONES, ...HARMLESS].map((typed) => [typed, typed] as const),
  ...FORMULAS.map((typed) => [typed, `'${typed}`] as const),
  ...BLANKS.map((blank) => [`${blank}=1+1`, `'=1+1`] as const),
  ['a\u0000b\u0008c\u000Bd\u001Fe\uFFFEf\uFFFFg\uD83Dh\uDE00i\u007F', 'abcdefghi'],
  ['a\r\nb\rc\td', 'a\nb\nc d'],
  ['ñ'.repeat(40_000), 'ñ'.repeat(32_767)],
  [`=${'1'.repeat(40_000)}`, `'=${'1'.repeat(32_765)}`],
  [`${'a'.repeat(32_766)}😀`, 'a'.repeat(32_766)],
  [{ formula: '1+1' }, '[object Object]'],
])('a typed text is one line of a cell that is no formula, without what XML forbids', (typed, safe) => {
  expect(safeText(typed)).toBe(safe)
})

test('a typed text never begins like a formula, unless it is a phone number [ACC-18]', () => {
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

test('text that resembles an escape of the file format is escaped', () => {
  expect(escapedForFile('_x003D_1+1')).toBe('_x005F_x003D_1+1')
  expect(escapedForFile('caja_xl_ _x00_')).toBe('caja_xl_ _x00_')
})
