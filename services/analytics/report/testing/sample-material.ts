import type { UnifiedAnalytics, Insight } from '@app/contracts/analytics.ts'
import { DEFINITIONS, RULES_VERSION } from '@app/contracts/traffic/shares.ts'
import { spanBefore, spanOfRange, type Range } from '@app/contracts/traffic/ranges.ts'
import type { ReportMaterial } from '../reports.ts'

export const AT = '2026-11-20T17:05:00.000Z'
const FIRST_DAY = '2025-12-03'
const CLICKS = {
  email: 62,
  whatsapp: 281,
  linkedin: 97,
  instagram: 91,
  facebook: 31,
  website: 47,
  custom: 13,
}
const NO_APP = { whatsapp: 0, instagram: 100, facebook: 0, linkedin: 0 }
const EXCLUDED = {
  visits: { robot: 12, repeat: 8, 'of-tomorrow': 1 },
  clicks: { robot: 4 },
  downloads: { repeat: 1 },
}

const visitorOf = (nth: number) => ({
  phone: `+569${10_000_000 + nth}`,
  description: `Nos conocimos en la mesa ${nth + 1}`,
  clicks: nth % 7,
  vcf_downloaded: nth % 2 === 0,
  named_at: new Date(Date.parse(AT) - nth * 3_600_000).toISOString(),
})

export function busyAnalytics(range: Range, visitors = 3): UnifiedAnalytics {
  const span = spanOfRange(range, '2026-11-20', FIRST_DAY)
  const previous = spanBefore(range, span)
  const before = { total_visits: 1_200, unique_visitors: 0, social_clicks_total: 650, vcf_downloads: 310 }
  const hours = (weekday: number) => Array.from({ length: 24 }, (_hour, hour) => weekday * 3 + hour)
  const names = Array.from({ length: visitors }, (_, nth) => [`Persona Número ${nth + 1}`, visitorOf(nth)])
  return {
    profile_name: 'Antonia Peña',
    date_range: range,
    from: span.from,
    to: span.to,
    profile_since: '2024-11-01',
    traffic_since: FIRST_DAY,
    total_visits: 1_449,
    unique_visitors: 970,
    social_clicks_total: 622,
    vcf_downloads: 310,
    engagement_rate: 63.9,
    social_clicks: CLICKS,
    most_effective_platform: 'whatsapp',
    most_effective_percentage: 45.2,
    temporal_data: span.buckets.map(({ period }, nth) => ({
      period,
      total_visits: 120 + nth,
      unique_visitors: 80 + nth,
      engaged_visitors: 40 + nth,
      social_clicks: 45 + nth,
      vcf_downloads: 12 + nth,
    })),
    time_unit: span.unit,
    previous: previous && { ...previous, ...before, engagement_rate: 60.2 },
    heatmap: Array.from({ length: 7 }, (_day, weekday) => hours(weekday)),
    sources: { nfc: 800, qr: 400, link: 249 },
    referrers: { ...NO_APP, none: 1_300, search: 49, mail: 0, other: 0 },
    devices: { iphone: 700, android: 600, tablet: 40, desktop: 100, other: 9 },
    excluded: { visits: 21, clicks: 4, downloads: 1 },
    excluded_by_reason: EXCLUDED,
    shared: { telegram: 2, whatsapp: 31 },
    visitors: Object.fromEntries(names) as UnifiedAnalytics['visitors'],
    visitors_total: visitors,
    reminders: { active: 4, converted: 1 },
    definitions: DEFINITIONS,
    rules_version: RULES_VERSION,
    log_position: '20417',
    lag_seconds: 0.4,
  }
}

const INSIGHT: Insight = {
  icon: 'trending-up',
  title: 'Tus visitas suben',
  description: 'En los últimos 28 días tuviste 1.449 visitas, 21% más que en los 28 anteriores.',
  priority: 'high',
  action: 'Mantén tu tarjeta a mano en las ferias de este mes.',
}

export const materialOf = (
  analytics: UnifiedAnalytics,
  more: Partial<ReportMaterial> = {},
): ReportMaterial => ({
  analytics,
  insights: [INSIGHT],
  pageAddress: 'https://tarjetas.example/pages/antonia',
  customTitle: '',
  at: AT,
  ...more,
})
