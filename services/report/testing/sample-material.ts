import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { Insight } from '@app/contracts/api/insight-calls.ts'
import { DEFINITIONS, RULES_VERSION } from '@app/contracts/traffic/definitions.ts'
import { spanBefore, spanOfRange, type Range } from '@app/contracts/traffic/ranges.ts'
import type { ReportMaterial } from '../report-material.ts'

const TODAY = '2026-11-20'
export const AT = '2026-11-20T17:05:00.000Z'
const FIRST_DAY = '2025-12-03'
/** Before all compared periods. */
const PROFILE_SINCE = '2024-11-01'
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

const spanned = (range: Range) => {
  const span = spanOfRange(range, TODAY, FIRST_DAY)
  return { span, previous: spanBefore(range, span) }
}

/** Figures of a page without visits. */
export function emptyAnalytics(range: Range): UnifiedAnalytics {
  const { span, previous } = spanned(range)
  const nothing = {
    total_visits: 0,
    unique_visitors: 0,
    social_clicks_total: 0,
    vcf_downloads: 0,
    engagement_rate: 0,
  }
  return {
    profile_name: 'Antonia Peña',
    date_range: range,
    from: span.from,
    to: span.to,
    profile_since: PROFILE_SINCE,
    traffic_since: FIRST_DAY,
    ...nothing,
    social_clicks: { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 0 },
    most_effective_platform: null,
    most_effective_percentage: 0,
    temporal_data: span.buckets.map(({ period }) => ({
      period,
      total_visits: 0,
      unique_visitors: 0,
      engaged_visitors: 0,
      social_clicks: 0,
      vcf_downloads: 0,
    })),
    time_unit: span.unit,
    previous: previous && { ...previous, ...nothing },
    heatmap: Array.from({ length: 7 }, () => HOURS.map(() => 0)),
    sources: { nfc: 0, qr: 0, link: 0 },
    referrers: { none: 0, whatsapp: 0, instagram: 0, facebook: 0, linkedin: 0, search: 0, mail: 0, other: 0 },
    devices: { iphone: 0, android: 0, tablet: 0, desktop: 0, other: 0 },
    excluded: { visits: 0, clicks: 0, downloads: 0 },
    excluded_by_reason: { visits: {}, clicks: {}, downloads: {} },
    shared: {},
    visitors: {},
    visitors_total: 0,
    reminders: { active: 0, converted: 0 },
    definitions: DEFINITIONS,
    rules_version: RULES_VERSION,
    log_position: '20417',
    lag_seconds: 0.4,
  }
}

/** A page with traffic of every kind. The figures are invented, but consistent where sheets need it. */
export function busyAnalytics(range: Range, visitors = 3): UnifiedAnalytics {
  const empty = emptyAnalytics(range)
  const temporal_data = empty.temporal_data.map(({ period }, index) => ({
    period,
    total_visits: 120 + ((index * 37) % 90) + index * 9,
    unique_visitors: 80 + ((index * 29) % 60) + index * 5,
    engaged_visitors: 40 + ((index * 13) % 30),
    social_clicks: 45 + ((index * 17) % 40),
    vcf_downloads: 12 + ((index * 11) % 18),
  }))
  return {
    ...empty,
    total_visits: 1_449,
    unique_visitors: 970,
    social_clicks_total: 622,
    vcf_downloads: 310,
    engagement_rate: 63.9,
    social_clicks: {
      email: 62,
      whatsapp: 281,
      linkedin: 97,
      instagram: 91,
      facebook: 31,
      website: 47,
      custom: 13,
    },
    most_effective_platform: 'whatsapp',
    most_effective_percentage: 45.2,
    temporal_data,
    previous: empty.previous && {
      ...empty.previous,
      total_visits: 1_200,
      unique_visitors: 0,
      social_clicks_total: 650,
      vcf_downloads: 310,
      engagement_rate: 60.2,
    },
    heatmap: empty.heatmap.map((row, weekday) => row.map((_, hour) => (hour < 8 ? 0 : weekday * 3 + hour))),
    sources: { nfc: 800, qr: 400, link: 249 },
    referrers: { ...empty.referrers, none: 1_300, instagram: 100, search: 49 },
    devices: { iphone: 700, android: 600, tablet: 40, desktop: 100, other: 9 },
    excluded: { visits: 21, clicks: 4, downloads: 1 },
    excluded_by_reason: {
      visits: { robot: 12, repeat: 8, 'of-tomorrow': 1 },
      clicks: { robot: 4 },
      downloads: { repeat: 1 },
    },
    shared: { telegram: 2, whatsapp: 31 },
    visitors: Object.fromEntries(
      Array.from({ length: visitors }, (_, index) => [
        `Persona Número ${index + 1}`,
        {
          phone: `+569${String(10_000_000 + index)}`,
          description: `Nos conocimos en la feria, mesa ${index + 1}`,
          clicks: index % 7,
          vcf_downloaded: index % 2 === 0,
          named_at: new Date(Date.parse(AT) - index * 3_600_000).toISOString(),
          person: `interaction-${index}`,
        },
      ]),
    ),
    visitors_total: visitors,
  }
}

export const INSIGHTS: readonly Insight[] = [
  {
    icon: 'trending-up',
    title: 'Tus visitas suben',
    description: 'En los últimos 28 días tuviste 1.449 visitas, 21% más que en los 28 anteriores.',
    priority: 'high',
    action: 'Mantén tu tarjeta a mano en las ferias de este mes.',
  },
  {
    icon: 'clock',
    title: 'Los martes a las 19:00 te buscan más',
    description: 'Un tercio de tus visitas llega a esa hora.',
    priority: 'low',
    action: 'Responde tus mensajes a esa hora.',
  },
]

export const materialOf = (
  analytics: UnifiedAnalytics,
  more: Partial<ReportMaterial> = {},
): ReportMaterial => ({
  analytics,
  insights: INSIGHTS,
  pageAddress: 'https://tarjetas.example/pages/antonia',
  customTitle: '',
  at: AT,
  ...more,
})
