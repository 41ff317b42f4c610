import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, guardContrast, mix, normalizeHex, READABLE_RATIO } from './contrast-guard.ts'
import { isLong } from '../../tests/support/longer-runs.ts'
import { testTable } from '../../tests/support/every.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const colours = fc.record({ background: hex, text: hex, button: hex })

test('any three colours become a page on which every text is readable [SCR-8]', () => {
  fc.assert(
    fc.property(colours, (chosen) => {
      const { background, tile, text, secondary, accent, button, onButton } = guardContrast(chosen)
      const onGrounds = [text, secondary, accent].flatMap((colour) => [
        contrast(colour, background),
        contrast(colour, tile),
      ])
      return Math.min(...onGrounds, contrast(onButton, button)) >= READABLE_RATIO
    }),
    { numRuns: isLong ? 20_000 : 1_000, seed: 20_261_120 },
  )
})

test('readable colours are left as they are', () => {
  expect(guardContrast({ background: '#ffffff', text: '#000000', button: '#7CDAF9' })).toMatchObject({
    text: '#000000',
    onButton: '#06222E',
    buttonRing: null,
    textAdjusted: false,
  })
})

test('a text too pale for its background is darkened and marked as adjusted', () => {
  const painted = guardContrast({ background: '#ffffff', text: '#ffe97a', button: '#7CDAF9' })
  expect(painted.textAdjusted).toBe(true)
  expect(contrast(painted.text, '#FFFFFF')).toBeGreaterThanOrEqual(READABLE_RATIO)
})

test('a button that would vanish into the background gets a ring', () => {
  expect(guardContrast({ background: '#fff', text: '#000', button: '#fdfdfd' }).buttonRing).toBe('#000000')
})

test('invalid stored colours are replaced by the defaults', () => {
  const painted = guardContrast({ background: 'red', text: '', button: '#12345' })
  expect(painted).toMatchObject({ background: '#FFFFFF', text: '#000000', button: '#7CDAF9' })
})

testTable([
  ['#7cdaf9', '#7CDAF9'],
  [' 7CDAF9 ', '#7CDAF9'],
  ['#abc', '#AABBCC'],
  ['#12', '#FALLBK'],
  [undefined, '#FALLBK'],
])('a stored colour is read in one form', (stored, expected) => {
  expect(normalizeHex(stored, '#FALLBK')).toBe(expected)
})

test('contrast ratios agree with the examples of the standard', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#7CDAF9', '#FFFFFF')).toBeCloseTo(1.58, 2)
  expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080')
})
