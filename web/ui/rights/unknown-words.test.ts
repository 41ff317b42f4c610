import { expect, test } from 'vitest'
import { unknownWords } from './unknown-words.ts'

const marked = (name: string, kept: string): string =>
  unknownWords(name, kept)
    .map(({ word, isUnknown }) => (isUnknown ? `[${word}]` : word))
    .join(' ')

test.each([
  ['Camila Soto Fernández', 'Camila Soto', 'Camila Soto [Fernández]'],
  ['camila  SOTO', 'Camila Soto', 'camila SOTO'],
  ['Joaquin Nunez', 'Joaquín Núñez', 'Joaquin Nunez'],
  ['Camila', '', '[Camila]'],
])('of «%s» the words that «%s» lacks are marked: %s', (name, kept, shown) => {
  expect(marked(name, kept)).toBe(shown)
})
