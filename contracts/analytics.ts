import { z } from 'zod'
import { DEFINITIONS, type Figure } from './traffic/shares.ts'
import { areOwnDays, figuresFilter, OWN_DAYS_TEXT, ownDays, RANGES } from './traffic/ranges.ts'
import { DEVICES, NETWORKS, REFERRERS, SOURCES, EXCLUSIONS, TRAFFIC_KINDS } from './traffic/kinds.ts'
import { call } from './api/call.ts'
import { profileIdParam } from './api/call-parts.ts'
import { namedRecord } from './fields/named-record.ts'
import { LIMITS } from './limits/limits.ts'

export const INSIGHT_ICONS = [
  'trending-up',
  'trending-down',
  'clock',
  'award',
  'unlink',
  'mouse-pointer-click',
] as const
const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

export const insight = z
  .strictObject({
    icon: z.enum(INSIGHT_ICONS),
    title: z.string().min(1),
    description: z.string().min(1),
    priority: z.enum(PRIORITIES),
    action: z.string().min(1),
  })
  .meta({ id: 'Insight' })
export type Insight = z.infer<typeof insight>

const count = z.int().min(0)
/** With one decimal. */
const percent = z.number().min(0).max(100)
const countEach = <Key extends string>(keys: readonly Key[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, count])) as Record<Key, typeof count>)

const trafficPoint = z.object({
  period: z.string().meta({ description: 'YYYY-MM-DD (day, or Monday of the ISO week) or YYYY-MM.' }),
  total_visits: count,
  unique_visitors: count,
  /** Unique visitors who also clicked or downloaded on a day of the period. */
  engaged_visitors: count,
  social_clicks: count,
  vcf_downloads: count,
})
export type TrafficPoint = z.infer<typeof trafficPoint>

const excludedByReason = z.record(z.string(), count)
const day = z.string().meta({ description: 'A day in America/Santiago, YYYY-MM-DD.' })

const headline = {
  total_visits: count,
  unique_visitors: count,
  social_clicks_total: count,
  vcf_downloads: count,
  engagement_rate: percent,
}

/** Unique visitors are exact over the range, never a sum of its buckets. */
export const unifiedAnalytics = z
  .object({
    profile_name: z.string(),
    date_range: z.enum(RANGES),
    from: day,
    to: day,
    /** The day on which the profile was created, or of its first traffic if that is earlier. */
    profile_since: day,
    /** Day of the first traffic, counted or not. */
    traffic_since: day.nullable(),
    ...headline,
    social_clicks: countEach(NETWORKS),
    most_effective_platform: z.enum(NETWORKS).nullable(),
    most_effective_percentage: percent,
    temporal_data: z.array(trafficPoint),
    time_unit: z.enum(['day', 'week', 'month']),
    /** The same number of days directly before; null for all time. */
    previous: z.object({ from: day, to: day, ...headline }).nullable(),
    /** Counted visits: seven weekdays from Monday, 24 hours of Santiago time each. */
    heatmap: z.array(z.array(count).length(24)).length(7),
    sources: countEach(SOURCES),
    referrers: countEach(REFERRERS),
    devices: countEach(DEVICES),
    excluded: z.object({ visits: count, clicks: count, downloads: count }),
    excluded_by_reason: z.object({
      visits: excludedByReason,
      clicks: excludedByReason,
      downloads: excludedByReason,
    }),
    /** By app, how often it requested a preview of the link: an estimate of how often the link was shared. */
    shared: z.record(z.string(), count),
    /** Keyed by name, the latest first; a second visitor of the same name gets a suffix. Only the latest. */
    visitors: namedRecord(
      z.object({
        phone: z.string(),
        description: z.string(),
        clicks: count,
        vcf_downloaded: z.boolean(),
        named_at: z.iso.datetime(),
      }),
    ),
    visitors_total: count,
    reminders: z.object({ active: count, converted: count }),
    definitions: z.object(
      Object.fromEntries(Object.keys(DEFINITIONS).map((figure) => [figure, z.string()])) as Record<
        Figure,
        z.ZodString
      >,
    ),
    rules_version: z.int(),
    log_position: z.string(),
    /** Null when the log does not answer in time. */
    lag_seconds: z.number().min(0).nullable(),
  })
  .meta({ id: 'UnifiedAnalytics' })
export type UnifiedAnalytics = z.infer<typeof unifiedAnalytics>

const RANGE_TEXT = `El período debe ser uno de: ${RANGES.join(', ')}.`
const rangeQuery = z.object({ date_range: z.enum(RANGES, RANGE_TEXT).default('all-time') })
const ofProfile = {
  method: 'get',
  access: 'activated',
  params: profileIdParam,
  refusals: ['not-found'],
} as const
const heavy = { ...ofProfile, refusals: ['not-found', 'busy'] } as const

export const getUnified = call({
  ...heavy,
  path: '/api/analytics/{profileId}/unified',
  alias: '/api/figures/{profileId}/unified',
  summary:
    'The figures of a profile over a range (all-time without date_range). A filter (network, source, device, hour) narrows them to its facts; names, reminders and previews are empty then. Owner of the profile or administrator.',
  query: rangeQuery
    .extend({
      ...ownDays.shape,
      ...figuresFilter.shape,
      visitors: z.literal('all').optional().meta({ description: 'Lists the 200 newest, in place of 20.' }),
    })
    .refine(areOwnDays, { error: OWN_DAYS_TEXT, path: ['from'] }),
  reads: ['profiles', 'traffic', 'visitors', 'subscriptions'],
  answer: unifiedAnalytics,
})

export type FiguresQuery = z.infer<typeof getUnified.query>

export const getAnalytics = call({
  ...ofProfile,
  path: '/api/analytics/{profileId}',
  alias: '/api/figures/{profileId}',
  summary: 'The figures of all time: what `unified` answers without a range. Kept for older clients.',
  reads: ['profiles', 'traffic', 'subscriptions'],
  answer: unifiedAnalytics,
})

export const COMPARED = ['1m', '3m', '6m', '12m'] as const
const COMPARED_TEXT = `El período debe ser uno de: ${COMPARED.join(', ')}.`
const compared = z.object({
  total_visits: count,
  unique_visitors: count,
  social_clicks: count,
  vcf_downloads: count,
})

export const monthlyComparison = z
  .object({
    period: z.enum(COMPARED),
    current: compared,
    previous: compared,
    temporal_data: z.array(trafficPoint),
  })
  .meta({ id: 'MonthlyComparison' })
export type MonthlyComparison = z.infer<typeof monthlyComparison>

export const getMonthlyComparison = call({
  ...heavy,
  path: '/api/analytics/{profileId}/monthly-comparison',
  alias: '/api/figures/{profileId}/monthly-comparison',
  summary: 'A period beside the one before. Owner of the profile or administrator.',
  query: z.object({ period: z.enum(COMPARED, COMPARED_TEXT).default('3m') }),
  reads: ['profiles', 'traffic'],
  answer: monthlyComparison,
})

export const getInsights = call({
  ...ofProfile,
  path: '/api/analytics/{profileId}/insights',
  alias: '/api/figures/{profileId}/insights',
  summary:
    'What the figures of the last weeks say, with the numbers it rests on: three at most, none without enough data.',
  reads: ['profiles', 'traffic'],
  answer: z.array(insight).max(LIMITS.insightsMax),
})

export const REPORT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const getExecutiveReport = call({
  ...heavy,
  path: '/api/analytics/{profileId}/executive-report',
  alias: '/api/figures/{profileId}/executive-report',
  summary: 'The figures as a spreadsheet. Owner of the profile or administrator.',
  query: rangeQuery,
  reads: ['profiles', 'traffic', 'visitors'],
  answer: z.string(),
  answerType: REPORT_TYPE,
  gives: ['Content-Disposition'],
})

const editMarker = z
  .object({
    day,
    /** The profile's version after the owner's last change on this day. */
    version: z.int().min(1),
    what: z.array(z.enum(['photo', 'logo', 'background', 'texts', 'links', 'theme', 'slug'])),
  })
  .meta({ id: 'EditMarker' })
export type EditMarker = z.infer<typeof editMarker>

export const getEditMarkers = call({
  ...ofProfile,
  path: '/api/analytics/{profileId}/edits',
  alias: '/api/figures/{profileId}/edits',
  summary: 'Days of a range on which the owner changed the profile, and what.',
  query: rangeQuery,
  reads: ['profiles', 'history'],
  answer: z.array(editMarker),
})

/** Server-sent events, named by `type`. The id of a `moved` event is the log position that the reader has reached. */

export const liveFact = z.object({
  /** Not `uuid`: imported events may have ids of any UUID version. */
  id: z.guid(),
  at: z.iso.datetime(),
  kind: z.enum(TRAFFIC_KINDS),
  network: z.enum(NETWORKS).nullable(),
  source: z.enum(SOURCES),
  device: z.enum(DEVICES),
  excluded: z.enum(EXCLUSIONS).nullable(),
})
export type LiveFact = z.infer<typeof liveFact>

/** First message of a stream. `facts`: newest first. */
const liveOpened = z.object({
  type: z.literal('opened'),
  facts: z.array(liveFact).max(LIMITS.liveFactsMax),
  people: z.int().min(0),
})
/** `facts`: newest first; empty for a reader that comes back and has missed none. */
const liveMoved = z.object({
  type: z.literal('moved'),
  facts: z.array(liveFact).max(LIMITS.liveFactsMax),
  people: z.int().min(0),
})
/** The number of people has changed by the time alone, or by facts that are not shown. */
const livePeople = z.object({ type: z.literal('people'), people: z.int().min(0) })
/** The session is over: the client must not connect again. */
const liveEnded = z.object({ type: z.literal('ended') })

export const liveMessage = z
  .discriminatedUnion('type', [liveOpened, liveMoved, livePeople, liveEnded])
  .meta({ id: 'LiveMessage' })
export type LiveMessage = z.infer<typeof liveMessage>

export const getLive = call({
  method: 'get',
  path: '/api/analytics/{profileId}/live',
  alias: '/api/figures/{profileId}/live',
  summary:
    'What happens on a profile, as it happens (server-sent events). Takes Last-Event-ID. Owner of the profile or administrator.',
  access: 'activated',
  params: profileIdParam,
  reads: ['profiles', 'traffic', 'visitors'],
  answer: liveMessage,
  answerType: 'text/event-stream',
  takes: ['Last-Event-ID'],
  refusals: ['not-found'],
})
