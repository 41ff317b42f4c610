import { READABLE_RATIO } from '@app/contracts/fields/contrast-guard.ts'
import { DEFAULT_THEME } from '@app/contracts/events/profile-events.ts'
import { expect, test } from 'vitest'
import { contrastOf, colourDraftOf, firstWrong, isColour, paintOf, ratioText, withColour } from './colours.ts'

const saved = colourDraftOf(DEFAULT_THEME)
const contrasts = (draft: typeof saved) =>
  (['text_color', 'button_color'] as const).map((field) => contrastOf(field, draft, paintOf(draft)))

test.each(['#7CDAF9', '#7cdaf9', '#abc', '7CDAF9', ' #7CDAF9 '])('%j is a colour', (typed) => {
  expect(isColour(typed)).toBe(true)
})
test.each(['', '#', '#GGG', '#7CDAF', '#7CDAF99', 'rojo', 'url(x)'])('%j is no colour', (typed) => {
  expect(isColour(typed)).toBe(false)
})

test('a wrong value stays in its box, and the last valid colour is painted', () => {
  const draft = withColour(withColour(saved, 'text_color', '#123'), 'text_color', '#12')
  expect(draft.typed.text_color).toBe('#12')
  expect(draft.valid).toEqual({
    background_color: '#FFFFFF',
    text_color: '#112233',
    button_color: '#7CDAF9',
  })
  expect([firstWrong(saved), firstWrong(draft)]).toEqual([undefined, 'text_color'])
})

test('colours that were stored wrongly are painted as the defaults', () => {
  const draft = colourDraftOf({ ...DEFAULT_THEME, background_color: 'javascript:', text_color: '' })
  expect(draft.valid).toEqual(saved.valid)
  expect(firstWrong(draft)).toBe('background_color')
})

test('the default colours are readable', () => {
  expect(contrasts(saved).map(({ isEnough }) => isEnough)).toEqual([true, true])
})

test('a text that is hard to read is adjusted, and the adjusted one is enough', () => {
  const draft = withColour(saved, 'text_color', '#CCCCCC')
  expect(contrasts(draft)[0]).toMatchObject({ pair: 'Texto sobre fondo', isEnough: false })
  const taken = withColour(draft, 'text_color', paintOf(draft).text)
  const text = contrastOf('text_color', taken, paintOf(taken))
  expect(text.isEnough).toBe(true)
  expect(text.ratio).toBeGreaterThanOrEqual(READABLE_RATIO)
  expect(contrastOf('background_color', taken, paintOf(taken))).toEqual(text)
})

test('a button too similar to the background is adjusted', () => {
  const draft = withColour(saved, 'button_color', '#FEFEFE')
  expect(contrasts(draft)[1]).toMatchObject({ pair: 'Botón sobre fondo', isEnough: false })
})

test.each([
  [7, '7,0:1'],
  [4.4999, '4,4:1'],
  [21, '21,0:1'],
  [1.58, '1,5:1'],
])('a ratio of %d is written %s', (ratio, text) => {
  expect(ratioText(ratio)).toBe(text)
})
