import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fittedLines } from './preview-card.ts'

/** Every character's width is half of the text's height. */
const widthOf = (text: string, size: number): number => [...text].length * size * 0.5
const FITTING = { widthMax: 100, linesMax: 2, sizes: [20, 10] }

describe('a text is set', () => {
  test.each([
    ['in one line if it fits', 'Ana Rivas', 20, ['Ana Rivas']],
    ['in two, between words', 'Antonia Rivas', 20, ['Antonia', 'Rivas']],
    [
      'smaller when two lines are not enough',
      'Antonia Rivas de la Fuente',
      10,
      ['Antonia Rivas de la', 'Fuente'],
    ],
    ['smaller when a word is too wide', 'Bartholomäus', 10, ['Bartholomäus']],
    [
      'and cut at the smallest size',
      'uno dos tres cuatro cinco seis siete ocho',
      10,
      ['uno dos tres cuatro', 'cinco seis siete oc…'],
    ],
    [
      'and cut within a word that is wider than a line',
      'x'.repeat(50),
      10,
      ['x'.repeat(20), `${'x'.repeat(19)}…`],
    ],
  ])('%s', (_how, text, size, lines) => expect(fittedLines(text, FITTING, widthOf)).toEqual({ size, lines }))
})

test('the lines of any text fit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (typed) => {
      const text = typed.replace(/\s+/g, ' ').trim()
      fc.pre(text !== '')
      const { size, lines } = fittedLines(text, FITTING, widthOf)
      expect(lines.length).toBeLessThanOrEqual(FITTING.linesMax)
      for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(FITTING.widthMax)
    }),
  )
})
