import { expect, test } from 'vitest'
import type { PreviewCard } from '@app/contracts/public-page.ts'
import { previewCardSvg, fittedLines } from './preview-card.ts'
import { createTypeface } from './typeface.ts'

const CARD: PreviewCard = {
  name: 'Antonia Rivas',
  role: 'Directora',
  initials: 'AR',
  photo: null,
  colours: {
    background: '#FFFFFF',
    text: '#000000',
    secondary: '#474747',
    tile: '#EEFAFE',
    accent: '#0A607F',
    cover: '#7CDAF9',
    coverInk: '#06222E',
  },
}

const { drawable } = createTypeface(700)
test.each([
  ['Spanish', 'María José Ñúñez', 'María José Ñúñez'],
  ['with letters of the extended font', 'Łukasz Őry', 'Łukasz Őry'],
  ['without signs that the font lacks', '🌸 Ana 🌸 María', 'Ana María'],
  ['without controls and marks of direction', 'A\u202En\u0000a', 'Ana'],
  ['not at all when the font lacks a letter', 'Ana 张伟', ''],
])('a text is drawn %s', (_what, text, drawn) => expect(drawable(text)).toBe(drawn))

test('the drawing has no text, only outlines and colours', () => {
  const hostile = '</svg><script>alert(1)</script><image href="file:///etc/passwd"/>'
  const svg = previewCardSvg(
    {
      ...CARD,
      name: hostile,
      role: hostile,
      initials: hostile,
      colours: { ...CARD.colours, text: '"/><script>', cover: 'url(http://x.example)' },
    },
    undefined,
  )
  expect(
    svg.match(/<\/?\w+/g)!.filter((tag) => !/^<\/?(?:svg|rect|circle|path|g|clipPath)$/.test(tag)),
  ).toEqual([])
  expect(svg).not.toMatch(/script>|passwd|x\.example/)
})

test('a photo is drawn in place of the initials', () => {
  const drawn = previewCardSvg(CARD, Buffer.from('jpeg'))
  expect(drawn).toContain(`href="data:image/jpeg;base64,${Buffer.from('jpeg').toString('base64')}"`)
  expect(drawn).toBe(previewCardSvg({ ...CARD, initials: 'XY' }, Buffer.from('jpeg')))
})

/** Every character's width is half of the text's height. */
const widthOf = (text: string, size: number): number => [...text].length * size * 0.5
const FITTING = { widthMax: 100, linesMax: 2, sizes: [20, 10] }

test.each([
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
])('a text is set %s', (_how, text, size, lines) =>
  expect(fittedLines(text, FITTING, widthOf)).toEqual({ size, lines }),
)
