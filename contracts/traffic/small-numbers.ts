import type { UnifiedAnalytics } from '../analytics/calls.ts'
import type { Network } from './traffic-kinds.ts'

const CLICKS_MIN = 5

type Clicked = Pick<UnifiedAnalytics, 'most_effective_platform' | 'social_clicks' | 'social_clicks_total'>

/** Undefined at a tie, and for fewer than five clicks: then no network is better than another. */
export function clearBest(figures: Clicked): Network | undefined {
  const { most_effective_platform: best, social_clicks: clicks, social_clicks_total: total } = figures
  if (best === null || total < CLICKS_MIN) return undefined
  const isTied = Object.values(clicks).filter((count) => count === clicks[best]).length > 1
  return isTied ? undefined : best
}

/** Said instead of a network. */
export const noBestText = (clicks: number): string =>
  clicks < CLICKS_MIN ? 'No hay datos suficientes para este período' : 'Ninguna: hay un empate'

const VISITORS_MIN = 20

/** How many of fewer than twenty visitors did something: a percentage of a handful says more than it knows. */
export function engagedOfFew({
  unique_visitors: visitors,
  engagement_rate: rate,
}: Pick<UnifiedAnalytics, 'unique_visitors' | 'engagement_rate'>): number | undefined {
  return visitors === 0 || visitors >= VISITORS_MIN ? undefined : Math.round((rate * visitors) / 100)
}
