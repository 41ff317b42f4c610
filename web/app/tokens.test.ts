import { contrast, READABLE_RATIO } from '@app/contracts/fields/contrast-guard.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [LIGHT = '', DARK = ''] = CSS.split('[data-theme="dark"]')
const tokenIn = (css: string, name: string): string | undefined =>
  new RegExp(`--${name}: (#[0-9A-F]{6});`).exec(css)?.[1]
/** Value of a token in a theme: dark values override the others. */
const token = (theme: string, name: string): string => tokenIn(theme, name) ?? tokenIn(LIGHT, name) ?? ''

test('initials are readable, and each step of the heat map stands out more than the one before', () => {
  for (const theme of [LIGHT, DARK]) {
    const tints = [0, 1, 2, 3].map((at) =>
      contrast(token(theme, `tint-${at}`), token(theme, `on-tint-${at}`)),
    )
    expect(Math.min(...tints)).toBeGreaterThanOrEqual(READABLE_RATIO)
    const ratios = [0, 1, 2, 3, 4, 5].map((step) =>
      contrast(token(theme, `heat-${step}`), token(theme, 'surface')),
    )
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
    expect(new Set(ratios).size).toBe(6)
  }
})
