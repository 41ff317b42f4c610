import type { TrafficPoint } from '@app/contracts/analytics.ts'

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

export const dashOf = (dash: readonly number[], scale: number): string =>
  dash.length > 0 ? dash.map((part) => part * scale).join(' ') : 'none'
