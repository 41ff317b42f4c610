import { expect, test } from 'vitest'
import { searchWordsOf } from './search-words.ts'

/** Unlike the real ones, these can be read. */
const shown = { searchWord: (list: string, word: string) => `${list}:${word}` }
const wordsOf = (...texts: readonly string[]) => searchWordsOf(shown, 'l', texts).map((word) => word.slice(2))

test('a text is found by the beginnings of its words, without accents, capitals and signs', () => {
  expect(wordsOf('Ñu-Á')).toEqual(['a', 'n', 'nu'])
})

test('what several words begin with is there once, in one order', () => {
  expect(wordsOf('ab', 'ac b')).toEqual(['a', 'ab', 'ac', 'b'])
  expect(wordsOf('b ac', 'ab')).toEqual(['a', 'ab', 'ac', 'b'])
})

test('a long word is found by its first 12 letters', () => {
  const words = wordsOf('x'.repeat(120))
  expect(words).toHaveLength(12)
  expect(words.at(-1)).toBe('x'.repeat(12))
})

test('a letter outside the basic plane is one letter', () => {
  expect(wordsOf('𝒜b')).toEqual(['𝒜', '𝒜b'])
})

test('nothing is found by signs alone', () => {
  expect(wordsOf('', ' · – @', '\u0301')).toEqual([])
})
