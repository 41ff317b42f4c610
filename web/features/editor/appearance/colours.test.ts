import { READABLE_RATIO } from '@app/contracts/fields/contrast-guard.ts'
import { DEFAULT_THEME } from '@app/contracts/profiles.ts'
import { expect, test } from 'vitest'
import {
  colourForm,
  contrastOf,
  paintedColours,
  paintOf,
  ratioText,
  shownColours,
  type Colours,
} from './colours.ts'

const saved = shownColours(DEFAULT_THEME)
const contrasts = (painted: Colours) =>
  (['text_color', 'button_color'] as const).map((field) => contrastOf(field, painted, paintOf(painted)))
const isColour = (text_color: string) => colourForm.safeParse({ ...saved, text_color }).success

test('a colour has three or six digits', () => {
  for (const typed of ['#7CDAF9', '#7cdaf9', '#abc', '7CDAF9', ' #7CDAF9 '])
    expect(isColour(typed), typed).toBe(true)
  for (const typed of ['', '#', '#GGG', '#7CDAF', '#7CDAF99', 'rojo', 'url(x)'])
    expect(isColour(typed), typed).toBe(false)
})

test('a wrong value is painted as the saved colour', () => {
  expect(paintedColours({ ...saved, text_color: '#12', button_color: '#123' }, saved)).toEqual({
    background_color: '#FFFFFF',
    text_color: '#000000',
    button_color: '#112233',
  })
})

test('colours that were stored wrongly stand in their fields, and are painted as the defaults', () => {
  const wrong = { ...DEFAULT_THEME, background_color: 'javascript:', text_color: '' }
  expect(shownColours(wrong)).toMatchObject({ background_color: 'javascript:', text_color: '' })
  expect(paintedColours(shownColours(wrong), wrong)).toEqual(saved)
})

test('the default colours are readable, and a text or a button that is not is adjusted', () => {
  expect(contrasts(saved).map(({ isEnough }) => isEnough)).toEqual([true, true])
  const draft = { ...saved, text_color: '#CCCCCC' }
  expect(contrasts(draft)[0]).toMatchObject({ pair: 'Texto sobre fondo', isEnough: false })
  const taken = { ...saved, text_color: paintOf(draft).text }
  const text = contrastOf('text_color', taken, paintOf(taken))
  expect(text.isEnough).toBe(true)
  expect(text.ratio).toBeGreaterThanOrEqual(READABLE_RATIO)
  expect(contrastOf('background_color', taken, paintOf(taken))).toEqual(text)
  const button = contrasts({ ...saved, button_color: '#FEFEFE' })[1]
  expect(button).toMatchObject({ pair: 'Botón sobre fondo', isEnough: false })
})

test('a ratio is cut, not rounded', () => {
  expect([7, 4.4999, 1.58].map(ratioText)).toEqual(['7,0:1', '4,4:1', '1,5:1'])
})
