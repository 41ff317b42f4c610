import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { PublicProfile } from '@app/contracts/api/public.ts'
import type { Range, Span } from '@app/contracts/ranges.ts'
import { NETWORKS, SOURCES, type Network } from '@app/contracts/traffic.ts'
import type { TrafficFigures } from '@app/projections/traffic/queries.ts'

/** A part of a whole in percent, one decimal; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** The network with most clicks, ties by name; null without clicks. */
export function mostEffective(clicks: Readonly<Record<Network, number>>): Network | null {
  const [best] = [...NETWORKS].sort((a, b) => clicks[b] - clicks[a] || (a < b ? -1 : 1))
  return best === undefined || clicks[best] === 0 ? null : best
}

const countsOf = <Key extends string>(
  keys: readonly Key[],
  found: Readonly<Record<string, number>> = {},
): Record<Key, number> => Object.fromEntries(keys.map((key) => [key, found[key] ?? 0])) as Record<Key, number>

export interface UnifiedParts {
  readonly profile: PublicProfile
  readonly range: Range
  readonly span: Span
  readonly figures: TrafficFigures
  readonly visitors: UnifiedAnalytics['visitors']
  readonly visitorsTotal: number
  readonly lagSeconds: number | null
}

/** The figures of a profile in the spec's shape. Pure: everything is looked up by the caller. */
export function unifiedOf(parts: UnifiedParts): UnifiedAnalytics {
  const { profile, range, span, figures } = parts
  const { total, buckets, breakdown } = figures
  const clicks = countsOf(NETWORKS, breakdown.network)
  const best = mostEffective(clicks)
  const excluded = {
    visits: breakdown['excluded-tap'] ?? {},
    clicks: breakdown['excluded-click'] ?? {},
    downloads: breakdown['excluded-download'] ?? {},
  }
  return {
    profile_name: `${profile.name} ${profile.lastname}`.trim(),
    date_range: range,
    from: span.from,
    to: span.to,
    total_visits: total.visits,
    unique_visitors: total.uniques,
    social_clicks_total: total.clicks,
    vcf_downloads: total.downloads,
    engagement_rate: percentOf(total.engaged, total.uniques),
    social_clicks: clicks,
    most_effective_platform: best,
    most_effective_percentage: best === null ? 0 : percentOf(clicks[best], total.clicks),
    temporal_data: buckets.map(({ period, visits, uniques, clicks: pressed, downloads }) => ({
      period,
      total_visits: visits,
      unique_visitors: uniques,
      social_clicks: pressed,
      vcf_downloads: downloads,
    })),
    time_unit: span.unit,
    sources: countsOf(SOURCES, breakdown.source),
    excluded: {
      visits: sum(excluded.visits),
      clicks: sum(excluded.clicks),
      downloads: sum(excluded.downloads),
    },
    excluded_by_reason: excluded,
    visitors: parts.visitors,
    visitors_total: parts.visitorsTotal,
    lag_seconds: parts.lagSeconds,
  }
}
