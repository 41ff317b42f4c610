import type { MonthlyComparison, UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { networkShares, percentOf, DEFINITIONS, RULES_VERSION } from '@app/contracts/traffic/shares.ts'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { Span } from '@app/contracts/traffic/ranges.ts'
import { DEVICES, NETWORKS, REFERRERS, SOURCES } from '@app/contracts/traffic/kinds.ts'
import type { Days, TrafficFigures, TrafficSums } from '@app/projections/traffic/queries.ts'

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const countsByKey = <Key extends string>(
  keys: readonly Key[],
  counts: Readonly<Record<string, number>> = {},
): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, counts[key] ?? 0])) as Record<Key, number>

export interface Compared {
  readonly span: Span
  readonly before: Days | null
  readonly figures: TrafficFigures
}

export interface UnifiedParts extends Compared {
  readonly profile: PublicProfile
  readonly profileSince: string
  readonly trafficSince: string | null
  readonly range: UnifiedAnalytics['date_range']
  readonly visitors: UnifiedAnalytics['visitors']
  readonly visitorsTotal: number
  readonly lagSeconds: number | null
}

const headlineOf = ({ visits, uniques, clicks, downloads, engaged }: TrafficSums) => ({
  total_visits: visits,
  unique_visitors: uniques,
  social_clicks_total: clicks,
  vcf_downloads: downloads,
  engagement_rate: percentOf(engaged, uniques),
})

function networksOf({ breakdown }: TrafficFigures) {
  const clicks = countsByKey(NETWORKS, breakdown.network)
  const [best] = networkShares(clicks)
  const isAny = best !== undefined && best.clicks > 0
  return {
    social_clicks: clicks,
    most_effective_platform: isAny ? best.network : null,
    most_effective_percentage: isAny ? best.share : 0,
  }
}

function excludedOf({ breakdown }: TrafficFigures) {
  const byReason = {
    visits: breakdown['excluded-tap'] ?? {},
    clicks: breakdown['excluded-click'] ?? {},
    downloads: breakdown['excluded-download'] ?? {},
  }
  const { visits, clicks, downloads } = byReason
  return {
    excluded: { visits: sum(visits), clicks: sum(clicks), downloads: sum(downloads) },
    excluded_by_reason: byReason,
  }
}

const pointsOf = ({ buckets }: TrafficFigures): UnifiedAnalytics['temporal_data'] =>
  buckets.map(({ period, visits, uniques, engaged, clicks, downloads }) => ({
    period,
    total_visits: visits,
    unique_visitors: uniques,
    engaged_visitors: engaged,
    social_clicks: clicks,
    vcf_downloads: downloads,
  }))

export function unifiedOf(parts: UnifiedParts): UnifiedAnalytics {
  const { profile, range, span, before, figures } = parts
  return {
    profile_name: `${profile.name} ${profile.lastname}`.trim(),
    date_range: range,
    from: span.from,
    to: span.to,
    profile_since: parts.profileSince,
    traffic_since: parts.trafficSince,
    ...headlineOf(figures.total),
    ...networksOf(figures),
    temporal_data: pointsOf(figures),
    time_unit: span.unit,
    previous: before && figures.before && { from: before.from, to: before.to, ...headlineOf(figures.before) },
    heatmap: figures.heat.map((hours) => [...hours]),
    sources: countsByKey(SOURCES, figures.breakdown.source),
    referrers: countsByKey(REFERRERS, figures.breakdown.referrer),
    devices: countsByKey(DEVICES, figures.breakdown.device),
    ...excludedOf(figures),
    shared: { ...figures.breakdown.shared },
    visitors: parts.visitors,
    visitors_total: parts.visitorsTotal,
    reminders: figures.subscriptions,
    definitions: DEFINITIONS,
    rules_version: RULES_VERSION,
    log_position: figures.position,
    lag_seconds: parts.lagSeconds,
  }
}

const comparedOf = ({ visits, uniques, clicks, downloads }: TrafficSums): MonthlyComparison['current'] => ({
  total_visits: visits,
  unique_visitors: uniques,
  social_clicks: clicks,
  vcf_downloads: downloads,
})

const NONE: TrafficSums = { visits: 0, uniques: 0, clicks: 0, downloads: 0, engaged: 0 }

export const monthlyComparisonOf = (
  period: MonthlyComparison['period'],
  { figures }: Compared,
): MonthlyComparison => ({
  period,
  current: comparedOf(figures.total),
  previous: comparedOf(figures.before ?? NONE),
  temporal_data: pointsOf(figures),
})
