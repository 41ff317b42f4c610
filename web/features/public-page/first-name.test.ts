import { expect, test } from 'vitest'
import { firstName } from './browser/identify/known-visitor.ts'

test.each([
  [' Camila Soto', 'Camila'],
  ['משה כהן', '\u2068משה\u2069'],
  ['ليلى حداد', '\u2068ليلى\u2069'],
  ['ܫܡܥܘܢ', '\u2068ܫܡܥܘܢ\u2069'],
])('%j is called %j within a sentence', (name, first) => expect(firstName(name)).toBe(first))
