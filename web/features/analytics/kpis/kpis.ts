import type { TrafficPoint } from '@app/contracts/analytics/calls.ts'
import type { Figure } from '@app/contracts/traffic/definitions.ts'
import { countLabel, percentLabel } from '../../../ui/wording/figures.ts'
import { countDelta, rateDelta } from './delta.ts'

type Headline = 'total_visits' | 'social_clicks_total' | 'vcf_downloads' | 'engagement_rate'

export interface Kpi {
  readonly label: string
  readonly figure: Figure
  readonly headline: Headline
  /** Name of the CSS variable of its colour. */
  readonly token: string
  readonly format: (value: number) => string
  readonly deltaOf: typeof countDelta
  readonly pointOf: (point: TrafficPoint) => number
}

const COUNTED = { format: countLabel, deltaOf: countDelta } as const

const rateOf = ({ engaged_visitors, unique_visitors }: TrafficPoint): number =>
  unique_visitors === 0 ? 0 : (100 * engaged_visitors) / unique_visitors

export const KPIS: readonly Kpi[] = [
  {
    ...COUNTED,
    label: 'Visitas Totales',
    figure: 'total_visits',
    headline: 'total_visits',
    token: '--series-visits',
    pointOf: (point) => point.total_visits,
  },
  {
    ...COUNTED,
    label: 'Clics Totales',
    figure: 'social_clicks',
    headline: 'social_clicks_total',
    token: '--series-clicks',
    pointOf: (point) => point.social_clicks,
  },
  {
    ...COUNTED,
    label: 'Contactos Guardados',
    figure: 'vcf_downloads',
    headline: 'vcf_downloads',
    token: '--series-contacts',
    pointOf: (point) => point.vcf_downloads,
  },
  {
    label: 'Tasa Interacción',
    figure: 'engagement_rate',
    headline: 'engagement_rate',
    token: '--ink-3',
    format: percentLabel,
    deltaOf: rateDelta,
    pointOf: rateOf,
  },
]
