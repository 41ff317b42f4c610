import type { Theme } from '../../../ui/theme.ts'

const TOKENS = [
  '--series-visits',
  '--series-unique',
  '--series-clicks',
  '--series-contacts',
  '--surface',
  '--line',
  '--ink',
  '--ink-2',
  '--ink-3',
] as const

export type ChartPalette = Readonly<Record<string, string>>

/** For the canvas, which cannot read CSS variables. The parameter makes callers depend on the theme. */
export function chartPalette(_inForce: Theme): ChartPalette {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(TOKENS.map((token) => [token, style.getPropertyValue(token).trim()]))
}
