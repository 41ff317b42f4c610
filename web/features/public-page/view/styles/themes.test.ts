import { contrast, READABLE_RATIO } from '@app/contracts/fields/contrast-guard.ts'
import { DEFAULT_THEME } from '@app/contracts/profiles.ts'
import { expect, test } from 'vitest'
import { PRESETS, PRESETS_CSS, rootLook } from './themes.ts'

const declared = (id: string, name: string): string =>
  new RegExp(`theme=${id}\\]\\{[^}]*--p-${name}:([^;}]+)`).exec(PRESETS_CSS)?.[1] ?? ''

test.each(Object.keys(PRESETS))('every text of the preset %s is readable on background and tile', (id) => {
  for (const text of ['text', 'sub', 'accent']) {
    for (const ground of ['bg', 'tile']) {
      expect(contrast(declared(id, text), declared(id, ground))).toBeGreaterThanOrEqual(READABLE_RATIO)
    }
  }
  expect(contrast(declared(id, 'on'), declared(id, 'button'))).toBeGreaterThanOrEqual(READABLE_RATIO)
})

test('the browser takes the colour of the cover', () => {
  expect(rootLook(DEFAULT_THEME)).toEqual({ chrome: '#7CDAF9', scheme: 'only light' })
  expect(rootLook({ ...DEFAULT_THEME, theme_color: 'dark' }).chrome).toBe('#103646')
  expect(rootLook({ ...DEFAULT_THEME, theme_color: 'custom', button_color: '#f00' }).chrome).toBe('#FF0000')
})

test('a page is declared dark or light as its background is', () => {
  const schemes = ['#101820', '#7b1f3a', '#FFFFFF', '#9CA3AF'].map(
    (background_color) =>
      rootLook({ ...DEFAULT_THEME, theme_color: 'custom', background_color }).style?.colorScheme,
  )
  expect(schemes).toEqual(['dark', 'dark', 'only light', 'only light'])
  expect(rootLook({ ...DEFAULT_THEME, theme_color: 'dark' }).scheme).toBe('dark')
})

test('a button that vanishes into the background is outlined, and so are its tiles', () => {
  const look = rootLook({ ...DEFAULT_THEME, theme_color: 'custom', button_color: '#ffffff' }).style
  expect(look?.['--p-edge']).toBe('1.5px #000000')
  expect(look?.['--p-hair']).toBe(look?.['--p-line'])
})
