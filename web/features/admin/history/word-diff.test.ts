import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { wordDiff, type DiffPart } from './word-diff.ts'

const marked = (parts: readonly DiffPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const plain = (parts: readonly DiffPart[]): string => parts.map(({ text }) => text).join('')

testTable([
  [
    'Ayudo a ventas en Chile.',
    'Ayudo a terreno en Chile.',
    'Ayudo a [ventas] en Chile.',
    'Ayudo a [terreno] en Chile.',
  ],
  ['uno dos', 'uno dos tres', 'uno dos', 'uno dos[ tres]'],
  ['uno uno', 'uno', 'uno[ uno]', 'uno'],
  ['Gerenta de Ventas', 'Directora Comercial', 'Gerenta de Ventas', 'Directora Comercial'],
])('words that differ are marked', (before, after, old, young) => {
  const diff = wordDiff(before, after)
  expect([marked(diff.before), marked(diff.after)]).toEqual([old, young])
})

test('the parts give back both texts, and unmarked words are the same on both sides', () => {
  const text = fc.array(fc.constantFrom('sol', 'mar', 'Ñuble', ' ', ', ', '\n', '👩‍🚀'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (some, others) => {
      const [before, after] = [some.join(''), others.join('')]
      const diff = wordDiff(before, after)
      expect([plain(diff.before), plain(diff.after)]).toEqual([before, after])
      if (![...diff.before, ...diff.after].some(({ isChanged }) => isChanged)) return
      const same = (parts: readonly DiffPart[]) => plain(parts.filter(({ isChanged }) => !isChanged))
      expect(same(diff.before)).toBe(same(diff.after))
    }),
  )
})
