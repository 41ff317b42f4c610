import { expect, test } from 'vitest'
import { searchWordsOf } from './row-seals.ts'

/** Unlike the real ones, these can be read. */
const named: string[] = []
const seals = {
  searchWord: (_list: string, word: string) =>
    named.includes(word) ? named.indexOf(word) : named.push(word) - 1,
}
const wordsOf = (...texts: readonly string[]) =>
  searchWordsOf(seals, 'l', texts)
    .map((name) => named[name]!)
    .toSorted()

test('a text is found by the beginnings of its words, without accents, capitals and signs', () => {
  expect(wordsOf('Ñu-Á')).toEqual(['a', 'n', 'nu'])
})

test('a common beginning of several words is stored once, in one order', () => {
  expect(wordsOf('ab', 'ac b')).toEqual(['a', 'ab', 'ac', 'b'])
  expect(searchWordsOf(seals, 'l', ['b ac', 'ab'])).toEqual(searchWordsOf(seals, 'l', ['ab', 'ac b']))
})

test('a long word is found by its first 20 letters', () => {
  const words = wordsOf('x'.repeat(120))
  expect(words).toHaveLength(20)
  expect(words).toContain('x'.repeat(20))
})

test('a letter outside the basic plane is one letter', () => {
  expect(wordsOf('𝒜b')).toEqual(['𝒜', '𝒜b'])
})

test('signs alone find nothing', () => {
  expect(wordsOf('', ' · – @', '\u0301')).toEqual([])
})
