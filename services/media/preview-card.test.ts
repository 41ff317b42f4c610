import { expect, test } from 'vitest'
import type { PreviewCard } from '@app/contracts/public-page.ts'
import { previewCardSvg } from './preview-card.ts'

const CARD: PreviewCard = {
  photo: null,
  colours: {
    background: '#FFFFFF',
    text: '#000000',
    tile: '#EEFAFE',
    accent: '#0A607F',
    cover: '#7CDAF9',
    coverInk: '#06222E',
  },
}

test('a colour that is none is drawn white, so that nothing of a profile becomes a tag', () => {
  const colours = { ...CARD.colours, text: '"/><script>', cover: 'url(http://x.example)' }
  const svg = previewCardSvg({ ...CARD, colours }, undefined)
  expect(
    svg.match(/<\/?\w+/g)!.filter((tag) => !/^<\/?(?:svg|rect|circle|path|g|clipPath)$/.test(tag)),
  ).toEqual([])
  expect(svg).not.toContain('x.example')
})

test('a photo is drawn in place of the figure of a person', () => {
  const drawn = previewCardSvg(CARD, Buffer.from('jpeg'))
  expect(drawn).toContain(`href="data:image/jpeg;base64,${Buffer.from('jpeg').toString('base64')}"`)
  expect(drawn).not.toContain('<path')
})
