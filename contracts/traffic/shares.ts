import { NETWORKS, type Network } from './traffic-kinds.ts'
import type { UnifiedAnalytics } from '../analytics/calls.ts'

const TENTHS = 1_000

/** Percent with one decimal, exactly 100.0 together. Whole numbers, so that equal remainders compare as equal. */
export function sharesOf(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const tenths = counts.map((count) => Math.floor((count * TENTHS) / total))
  const left = TENTHS - tenths.reduce((sum, part) => sum + part, 0)
  const byRemainder = counts
    .map((count, index) => ({ index, remainder: (count * TENTHS) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return tenths.map((part, index) => (part + (lucky.has(index) ? 1 : 0)) / 10)
}

export interface NetworkShare {
  readonly network: Network
  readonly clicks: number
  /** Percent with one decimal. All shares add up to 100.0, or to 0 without clicks. */
  readonly share: number
}

export function networkShares(clicks: Readonly<Record<Network, number>>): readonly NetworkShare[] {
  const ranked = NETWORKS.toSorted((a, b) => clicks[b] - clicks[a] || (a < b ? -1 : 1))
  const shares = sharesOf(ranked.map((network) => clicks[network]))
  return ranked.map((network, index) => ({
    network,
    clicks: clicks[network],
    share: shares[index] ?? 0,
  }))
}

const CLICKS_MIN = 5

type Clicked = Pick<UnifiedAnalytics, 'most_effective_platform' | 'social_clicks' | 'social_clicks_total'>

/** Undefined at a tie, and for fewer than five clicks: then no network is better than another. */
export function clearBest(figures: Clicked): Network | undefined {
  const { most_effective_platform: best, social_clicks: clicks, social_clicks_total: total } = figures
  if (best === null || total < CLICKS_MIN) return undefined
  const isTied = Object.values(clicks).filter((count) => count === clicks[best]).length > 1
  return isTied ? undefined : best
}

/** The words instead of a network. */
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
