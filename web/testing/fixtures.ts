import type { AdminProfile } from '@app/contracts/administration.ts'
import { NO_DETAILS, DEFAULT_THEME } from '@app/contracts/profiles.ts'
import type { TrafficPoint, UnifiedAnalytics } from '@app/contracts/analytics.ts'
import type { Session } from '@app/contracts/login.ts'
import type { User } from '@app/contracts/accounts.ts'
import { DEFINITIONS, RULES_VERSION } from '@app/contracts/traffic/shares.ts'

/** 2096: far from any test's today. */
const FAR_EXP_SECONDS = 4_000_000_000

const encoded = (claims: object): string =>
  btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
export const tokenUntil = (exp: number, iat?: number): string => `${encoded({})}.${encoded({ exp, iat })}.sig`

export const user: User = {
  id: 'account-1',
  name: 'Antonia Rivas',
  email: 'antonia@andesnorte.cl',
  is_admin: true,
  is_active: true,
  activation_used: true,
  profiles_count: 2,
  max_profiles: 5,
}

/** Activated, and no administrator. */
export const owner: User = { ...user, id: 'account-2', is_admin: false, max_profiles: 1 }
/** Registered, and not activated yet. */
export const newcomer: User = { ...owner, activation_used: false, profiles_count: 0 }

export const session: Session = {
  access_token: tokenUntil(FAR_EXP_SECONDS),
  user,
  profile_url: null,
  needs_activation: false,
}

export const sessionOf = (who: User): Session => ({
  ...session,
  user: who,
  needs_activation: !who.is_admin && !who.activation_used,
})
export const signedInAs = (who: User) => ({ token: session.access_token, user: who, profile_url: null })
export const meOf = (who: User) => ({
  user: who,
  profile_url: null,
  needs_activation: sessionOf(who).needs_activation,
  has_password: true,
})

export const signedIn = { token: session.access_token, user, profile_url: null }

export const antonia: AdminProfile = {
  ...NO_DETAILS,
  ...DEFAULT_THEME,
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'antonia-rivas',
  name: 'Antonia',
  lastname: 'Rivas Soto',
  custom_link_title: 'Agenda una reunión',
  profile_image: null,
  company_logo: null,
  background_image: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  visits: 1449,
  user_name: 'Antonia Rivas',
  user_email: 'antonia@andesnorte.cl',
  is_active: true,
  created_at: '2026-11-01T10:00:00.000Z',
}

export const diego: AdminProfile = {
  ...antonia,
  id: '00000000-0000-4000-8000-000000000002',
  slug: 'diego-sanhueza',
  name: 'Diego',
  lastname: 'Sanhueza',
}

/** Everything on Mondays at noon. */
const HEATMAP = [1, 0, 0, 0, 0, 0, 0].map((busy) =>
  Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 1449 * busy : 0)),
)
const NO_VISITS_AT_ALL = HEATMAP.map((hours) => hours.map(() => 0))

type Counts = readonly [visits: number, uniques: number, engaged: number, clicks: number, downloads: number]

const pointOf = (
  period: string,
  [total_visits, unique_visitors, engaged_visitors, social_clicks, vcf_downloads]: Counts,
): TrafficPoint => ({
  period,
  total_visits,
  unique_visitors,
  engaged_visitors,
  social_clicks,
  vcf_downloads,
})

export const analytics: UnifiedAnalytics = {
  profile_name: 'Antonia Rivas Soto',
  date_range: 'all-time',
  from: '2026-11-18',
  to: '2026-11-20',
  profile_since: '2026-11-01',
  traffic_since: '2026-11-18',
  total_visits: 1449,
  unique_visitors: 900,
  social_clicks_total: 622,
  vcf_downloads: 304,
  engagement_rate: 63.9,
  social_clicks: {
    email: 61,
    whatsapp: 214,
    linkedin: 142,
    instagram: 96,
    facebook: 54,
    website: 38,
    custom: 17,
  },
  most_effective_platform: 'whatsapp',
  most_effective_percentage: 34.4,
  temporal_data: [
    pointOf('2026-11-18', [400, 300, 190, 200, 90]),
    pointOf('2026-11-19', [549, 350, 220, 222, 110]),
    pointOf('2026-11-20', [500, 320, 210, 200, 104]),
  ],
  time_unit: 'day',
  previous: null,
  heatmap: HEATMAP,
  sources: { nfc: 884, qr: 391, link: 174 },
  referrers: {
    none: 1340,
    whatsapp: 61,
    instagram: 0,
    facebook: 0,
    linkedin: 30,
    search: 12,
    mail: 0,
    other: 6,
  },
  devices: { iphone: 702, android: 540, tablet: 21, desktop: 180, other: 6 },
  excluded: { visits: 18, clicks: 0, downloads: 0 },
  excluded_by_reason: { visits: { robot: 12, preview: 3, repeat: 2, own: 1 }, clicks: {}, downloads: {} },
  shared: {},
  visitors: {},
  visitors_total: 0,
  reminders: { active: 0, converted: 0 },
  definitions: DEFINITIONS,
  rules_version: RULES_VERSION,
  log_position: '2400',
  lag_seconds: 0.2,
}

const none = <Counts extends Readonly<Record<string, number>>>(counts: Counts): Counts =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, 0])) as Counts

export const noAnalytics: UnifiedAnalytics = {
  ...analytics,
  total_visits: 0,
  unique_visitors: 0,
  social_clicks_total: 0,
  vcf_downloads: 0,
  engagement_rate: 0,
  social_clicks: none(analytics.social_clicks),
  most_effective_platform: null,
  most_effective_percentage: 0,
  temporal_data: [pointOf('2026-11-20', [0, 0, 0, 0, 0])],
  heatmap: NO_VISITS_AT_ALL,
  sources: none(analytics.sources),
  referrers: none(analytics.referrers),
  devices: none(analytics.devices),
  excluded: none(analytics.excluded),
  excluded_by_reason: { visits: {}, clicks: {}, downloads: {} },
}
