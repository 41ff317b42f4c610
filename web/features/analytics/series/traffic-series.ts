import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'

export type SeriesKey = Exclude<keyof TrafficPoint, 'period' | 'engaged_visitors'>

export interface Series {
  readonly key: SeriesKey
  readonly name: string
  /** Name of the CSS variable of its colour. */
  readonly token: string
  readonly dash: readonly number[]
  readonly symbol: 'circle' | 'rect' | 'triangle' | 'diamond'
}

/** Colour, dash and symbol together: colour alone is not accessible. */
export const TRAFFIC_SERIES: readonly Series[] = [
  { key: 'total_visits', name: 'Visitas', token: '--series-visits', dash: [], symbol: 'circle' },
  { key: 'unique_visitors', name: 'Únicos', token: '--series-unique', dash: [7, 5], symbol: 'rect' },
  { key: 'social_clicks', name: 'Clics', token: '--series-clicks', dash: [], symbol: 'triangle' },
  {
    key: 'vcf_downloads',
    name: 'Contactos',
    token: '--series-contacts',
    dash: [1.5, 5.5],
    symbol: 'diamond',
  },
]

/** Solid, hatched, solid, dotted: colour alone is not accessible. */
const FILLS: Readonly<Record<SeriesKey, (colour: string) => string>> = {
  total_visits: (colour) => colour,
  unique_visitors: (colour) =>
    `repeating-linear-gradient(135deg, ${colour} 0 2.5px, var(--surface) 2.5px 5px)`,
  social_clicks: (colour) => colour,
  vcf_downloads: (colour) =>
    `radial-gradient(circle, var(--surface) 1.2px, transparent 1.6px) 0 0 / 6px 6px, ${colour}`,
}

/** Of a bar, and of the square that names it. */
export const barLook = ({ key, token }: Series) => ({
  background: FILLS[key](`var(${token})`),
  boxShadow: `inset 0 0 0 1.5px var(${token})`,
})
