import { describe, expect, test } from 'vitest'
import type { PreviewCard } from '@app/contracts/public-page.ts'
import { previewCardSvg } from './preview-card.ts'
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

describe('a text is drawn', () => {
  const { drawable } = createTypeface(700)
  test.each([
    ['Spanish', 'María José Ñúñez', 'María José Ñúñez'],
    ['with combining accents', 'Jose\u0301', 'José'],
    ['with letters of the extended font', 'Łukasz Őry', 'Łukasz Őry'],
    ['without signs that the font lacks', '🌸 Ana 🌸 María', 'Ana María'],
    ['without controls and marks of direction', 'A\u202En\u0000a', 'Ana'],
    ['not at all when the font lacks a letter', 'Ana 张伟', ''],
    ['nothing of Arabic', 'عمر', ''],
  ])('%s', (_what, text, drawn) => expect(drawable(text)).toBe(drawn))
})

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

test('the outlines do not depend on the fonts of the machine', () => {
  expect(previewCardSvg(CARD, undefined)).not.toMatch(/<text|font/)
  expect(previewCardSvg(CARD, undefined)).toBe(previewCardSvg({ ...CARD }, undefined))
})

test('a photo is drawn in place of the initials', () => {
  const drawn = previewCardSvg(CARD, Buffer.from('jpeg'))
  expect(drawn).toContain(`href="data:image/jpeg;base64,${Buffer.from('jpeg').toString('base64')}"`)
  expect(drawn).toBe(previewCardSvg({ ...CARD, initials: 'XY' }, Buffer.from('jpeg')))
})
