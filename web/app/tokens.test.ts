import { contrast, READABLE_RATIO } from '@app/contracts/fields/contrast-guard.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [LIGHT = '', DARK = ''] = CSS.split('[data-theme="dark"]')
const tokenIn = (css: string, name: string): string | undefined =>
  new RegExp(`--${name}: (#[0-9A-F]{6});`).exec(css)?.[1]
/** Its value in a theme: dark values override the others. */
const token = (theme: string, name: string): string => tokenIn(theme, name) ?? tokenIn(LIGHT, name) ?? ''

test.each([0, 1, 2, 3])('initials on tint %d are readable in both themes', (tint) => {
  for (const theme of [LIGHT, DARK]) {
    const ratio = contrast(token(theme, `tint-${tint}`), token(theme, `on-tint-${tint}`))
    expect(ratio).toBeGreaterThanOrEqual(READABLE_RATIO)
  }
})

test.each([
  ['light', LIGHT],
  ['dark', DARK],
])('each step of the heat map stands out more than the one before on a %s sheet', (_name, theme) => {
  const ratios = [0, 1, 2, 3, 4, 5].map((step) =>
    contrast(token(theme, `heat-${step}`), token(theme, 'surface')),
  )
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  expect(new Set(ratios).size).toBe(6)
})
