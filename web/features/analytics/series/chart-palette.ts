import type { Theme } from '../../../ui/theme.ts'

const SERIES = ['--series-visits', '--series-unique', '--series-clicks', '--series-contacts']
export const HEAT = ['--heat-0', '--heat-1', '--heat-2', '--heat-3', '--heat-4', '--heat-5']
const TOKENS = [...SERIES, ...HEAT, '--surface', '--line', '--line-strong', '--accent', '--ink', '--ink-3']

export type ChartPalette = Readonly<Record<string, string>>

/** For the canvas, which cannot read CSS variables. The parameter makes callers depend on the theme. */
export function chartPalette(_inForce: Theme): ChartPalette {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(TOKENS.map((token) => [token, style.getPropertyValue(token).trim()]))
}

const TEXT_PX = 11
/** A drawing knows no rem. */
export const textPx = (): number =>
  (TEXT_PX * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)) / 16
