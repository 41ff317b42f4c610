import { z } from 'zod'
import { RANGES } from '../ranges.ts'
import { NETWORKS } from '../traffic.ts'
import { call } from './call.ts'
import { ACTIVATED_REFUSALS, nothing, profileIdParam } from './parts.ts'

const count = z.int().min(0)
/** 0–100 with one decimal. */
const percent = z.number().min(0).max(100)

export const trafficPoint = z.object({
  period: z.string().meta({ description: 'YYYY-MM-DD (day, or Monday of the ISO week) or YYYY-MM.' }),
  total_visits: count,
  unique_visitors: count,
  social_clicks: count,
  vcf_downloads: count,
})
export type TrafficPoint = z.infer<typeof trafficPoint>

const excludedByReason = z.record(z.string(), count)

/** The figures of one profile over a range. Uniques are exact over the range, never a sum of its buckets. */
export const unifiedAnalytics = z
  .object({
    profile_name: z.string(),
    date_range: z.enum(RANGES),
    from: z.string(),
    to: z.string(),
    total_visits: count,
    unique_visitors: count,
    social_clicks_total: count,
    vcf_downloads: count,
    engagement_rate: percent,
    social_clicks: z.object(
      Object.fromEntries(NETWORKS.map((n) => [n, count])) as Record<(typeof NETWORKS)[number], typeof count>,
    ),
    most_effective_platform: z.enum(NETWORKS).nullable(),
    most_effective_percentage: percent,
    temporal_data: z.array(trafficPoint),
    time_unit: z.enum(['day', 'week', 'month']),
    sources: z.record(z.string(), count),
    /** Kept and not counted. */
    excluded: z.object({ visits: count, clicks: count, downloads: count }),
    excluded_by_reason: z.object({
      visits: excludedByReason,
      clicks: excludedByReason,
      downloads: excludedByReason,
    }),
    /** Keyed by name; a second visitor of the same name gets a suffix. */
    visitors: z.record(
      z.string(),
      z.object({ phone: z.string(), description: z.string(), clicks: count, vcf_downloaded: z.boolean() }),
    ),
    visitors_total: count,
    /** How far the figures lag behind the log; null when the log cannot be asked now. */
    lag_seconds: z.number().min(0).nullable(),
  })
  .meta({ id: 'UnifiedAnalytics' })
export type UnifiedAnalytics = z.infer<typeof unifiedAnalytics>

export const getUnified = call({
  method: 'get',
  path: '/api/analytics/{profileId}/unified',
  summary:
    'The figures of a profile over a range (all-time without date_range). Owner of the profile or administrator.',
  access: 'activated',
  params: profileIdParam,
  query: z.object({
    date_range: z.enum(RANGES, `El período debe ser uno de: ${RANGES.join(', ')}.`).default('all-time'),
  }),
  body: nothing,
  answer: unifiedAnalytics,
  refusals: [...ACTIVATED_REFUSALS, 'not-found', 'invalid'],
})
