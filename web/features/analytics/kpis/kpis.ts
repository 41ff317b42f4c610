import type { TrafficPoint } from '@app/contracts/analytics.ts'
import type { Figure } from '@app/contracts/traffic/shares.ts'
import { countLabel, percentLabel, pointsText } from '../../../ui/wording/figures.ts'

export type Delta =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'moved'
      readonly direction: 'up' | 'down' | 'level'
      readonly amount: string
      readonly spoken: string
    }

const ROUND_PERCENT_MIN = 1_000

const tenths = (amount: number): number => Math.round(Math.abs(amount) * 10) / 10

function moved(change: number, amount: string, spoken = amount): Delta {
  const direction = tenths(change) === 0 ? 'level' : change > 0 ? 'up' : 'down'
  return { kind: 'moved', direction, amount, spoken }
}

/** In percent; undefined for zero after zero. */
export function countDelta(now: number, before: number): Delta | undefined {
  if (before === 0) return now === 0 ? undefined : { kind: 'new' }
  const percent = ((now - before) / before) * 100
  const size = tenths(percent)
  return moved(percent, size >= ROUND_PERCENT_MIN ? `${countLabel(size)}%` : percentLabel(size))
}

/** In percentage points: a percentage of a percentage would mislead. */
export function rateDelta(now: number, before: number): Delta | undefined {
  if (before === 0) return now === 0 ? undefined : { kind: 'new' }
  const size = tenths(now - before)
  return moved(now - before, pointsText(size), `${pointsText(size).replace('pp', '')}puntos porcentuales`)
}

/** `subió 18,4% respecto de los 30 días anteriores` */
export function deltaSentence(delta: Delta, days: number): string {
  const before = days === 1 ? 'el día anterior' : `los ${countLabel(days)} días anteriores`
  const of = days === 1 ? 'del día anterior' : `de ${before}`
  if (delta.kind === 'new') return `nuevo: no hubo en ${before}`
  switch (delta.direction) {
    case 'up':
      return `subió ${delta.spoken} respecto ${of}`
    case 'down':
      return `bajó ${delta.spoken} respecto ${of}`
    case 'level':
      return `igual que en ${before}`
  }
}

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

/** With fewer visits of a profile most panels would be empty, and a best hour an accident. */
export const PANELS_VISITS_MIN = 20
