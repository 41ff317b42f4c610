import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import type { NewEvent } from '@app/contracts/event-store.ts'
import type { FiguresFilter } from '@app/contracts/traffic/ranges.ts'
import type { TrafficKind } from '@app/contracts/traffic/kinds.ts'
import { byVisitor, factsOf, previewsOf, type Fact, type Preview } from './facts.ts'
import { daysOf, daysAsked, daysBefore, periodOf, type Days } from './santiago.ts'

/**
 * Every figure of traffic in `unified`, recounted from raw events by slow, obvious code that shares none with the
 * product, so that an error of one is not repeated by the other.
 */
export type Recount = Omit<
  UnifiedAnalytics,
  | 'most_effective_percentage'
  | 'profile_name'
  | 'profile_since'
  | 'reminders'
  | 'definitions'
  | 'rules_version'
  | 'log_position'
  | 'lag_seconds'
  | 'visitors'
  | 'visitors_total'
>

/** The facts of one profile in the log. */
export interface Recorded {
  readonly facts: readonly Fact[]
  readonly previews: readonly Preview[]
}

/** @param log all events of any type and profile, in the order of the log */
export const recordedOf = (log: readonly NewEvent[], profileId: string): Recorded => ({
  facts: factsOf(log, profileId),
  previews: previewsOf(log, profileId),
})

export interface Asked {
  readonly range: UnifiedAnalytics['date_range']
  readonly nowMs: number
  /** In place of the range's days. */
  readonly own?: Pick<Days, 'from' | 'to'>
  readonly filter?: FiguresFilter
}

const HOURS = 24

const isCounted = ({ reason }: Fact): boolean => reason === undefined
const counted = (facts: readonly Fact[], kind: TrafficKind): readonly Fact[] =>
  facts.filter((fact) => isCounted(fact) && fact.kind === kind)
const visitorsOf = (facts: readonly Fact[]): readonly string[] => [
  ...new Set(facts.map(({ visitor }) => visitor)),
]
const within = (facts: readonly Fact[], { from, to }: Pick<Days, 'from' | 'to'>): readonly Fact[] =>
  facts.filter(({ day }) => day >= from && day <= to)

/** One decimal, halves rounded up; 0 without a whole. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10

/** Visited, and clicked or saved the contact on the same day. */
const isEngaged = (own: readonly Fact[]): boolean =>
  own.some(
    (visit) => visit.kind === 'tap' && own.some(({ kind, day }) => kind !== 'tap' && day === visit.day),
  )

const engagedOf = (facts: readonly Fact[]) =>
  [...byVisitor(facts.filter(isCounted)).values()].filter(isEngaged)

function headlineOf(facts: readonly Fact[]) {
  const visits = counted(facts, 'tap')
  const visitors = visitorsOf(visits)
  return {
    total_visits: visits.length,
    unique_visitors: visitors.length,
    social_clicks_total: counted(facts, 'click').length,
    vcf_downloads: counted(facts, 'download').length,
    engagement_rate: percent(engagedOf(facts).length, visitors.length),
  }
}

function mostEffectiveOf(clicks: UnifiedAnalytics['social_clicks']): Recount['most_effective_platform'] {
  const names = (Object.keys(clicks) as (keyof typeof clicks)[]).sort()
  const most = Math.max(...Object.values(clicks))
  return most === 0 ? null : names.find((name) => clicks[name] === most)!
}

function seriesOf(facts: readonly Fact[], { from, to, unit }: Days): UnifiedAnalytics['temporal_data'] {
  const periods = [...new Set(daysOf(from, to).map((day) => periodOf(day, unit)))]
  const drawnIn = facts.map(({ day }) => periodOf(day, unit))
  return periods.map((period) => {
    const own = facts.filter((_fact, n) => drawnIn[n] === period)
    return {
      period,
      total_visits: counted(own, 'tap').length,
      unique_visitors: visitorsOf(counted(own, 'tap')).length,
      engaged_visitors: engagedOf(own).length,
      social_clicks: counted(own, 'click').length,
      vcf_downloads: counted(own, 'download').length,
    }
  })
}

const heatmapOf = (visits: readonly Fact[]): UnifiedAnalytics['heatmap'] =>
  Array.from({ length: 7 }, (_day, weekday) =>
    Array.from(
      { length: HOURS },
      (_hour, hour) => visits.filter((fact) => fact.weekday === weekday && fact.hour === hour).length,
    ),
  )

type Reasons = Readonly<Record<string, number>>

function reasonsOf(facts: readonly Fact[], kind: TrafficKind): Reasons {
  const reasons: Record<string, number> = {}
  for (const fact of facts) {
    if (fact.kind === kind && fact.reason !== undefined)
      reasons[fact.reason] = (reasons[fact.reason] ?? 0) + 1
  }
  return reasons
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

function excludedOf(facts: readonly Fact[]): Pick<Recount, 'excluded' | 'excluded_by_reason'> {
  const kinds = ['tap', 'click', 'download'] as const
  const [visits, clicks, downloads] = kinds.map((kind) => reasonsOf(facts, kind)) as [
    Reasons,
    Reasons,
    Reasons,
  ]
  return {
    excluded: { visits: sumOf(visits), clicks: sumOf(clicks), downloads: sumOf(downloads) },
    excluded_by_reason: { visits, clicks, downloads },
  }
}

function sharedOf(previews: readonly Preview[], { from, to }: Days): Recount['shared'] {
  const shared: Record<string, number> = {}
  for (const { app, day } of previews) {
    if (day >= from && day <= to) shared[app] = (shared[app] ?? 0) + 1
  }
  return shared
}

const REFERRERS = [
  'none',
  'whatsapp',
  'instagram',
  'facebook',
  'linkedin',
  'search',
  'mail',
  'other',
] as const

/** Counts devices and hosts that the tables classify. */
const sorted = <Key extends string>(of: keyof Fact, keys: readonly Key[], facts: readonly Fact[]) =>
  Object.fromEntries(keys.map((key) => [key, facts.filter((fact) => fact[of] === key).length])) as Record<
    Key,
    number
  >

/** The facts that a filter keeps, by each fact on its own; a network keeps days of visitors who clicked it. */
function keptBy({ network, source, device, hour }: FiguresFilter, all: readonly Fact[]): readonly Fact[] {
  const near = all.filter(
    (fact) =>
      fact.reason !== 'excess' &&
      (source === undefined || fact.source === source) &&
      (device === undefined || fact.device === device) &&
      (hour === undefined || hour === `${fact.weekday + 1}-${fact.hour}`),
  )
  if (network === undefined) return near
  const clicks = near.filter((fact) => fact.kind === 'click' && fact.network === network)
  const clicked = new Set(clicks.filter(isCounted).map(({ visitor, day }) => `${visitor} ${day}`))
  return [
    ...clicks,
    ...near.filter(({ kind, visitor, day }) => kind !== 'click' && clicked.has(`${visitor} ${day}`)),
  ]
}

export function recount(recorded: Recorded, { range, nowMs, own, filter }: Asked): Recount {
  const firstDay = [...recorded.facts, ...recorded.previews].map(({ day }) => day).sort()[0]
  const days = own === undefined ? daysAsked(range, nowMs, firstDay) : { ...own, unit: 'day' as const }
  const all = filter === undefined ? recorded.facts : keptBy(filter, recorded.facts)
  // Previews are no facts.
  const previews = filter === undefined ? recorded.previews : []
  const facts = within(all, days)
  const [visits, clicks] = [counted(facts, 'tap'), counted(facts, 'click')]
  const before = daysBefore(days)
  const networks = ['email', 'whatsapp', 'linkedin', 'instagram', 'facebook', 'website', 'custom'] as const
  const socialClicks = sorted('network', networks, clicks)
  return {
    date_range: range,
    from: days.from,
    to: days.to,
    traffic_since: firstDay ?? null,
    ...headlineOf(facts),
    social_clicks: socialClicks,
    most_effective_platform: mostEffectiveOf(socialClicks),
    temporal_data: seriesOf(facts, days),
    time_unit: days.unit,
    previous:
      own === undefined && range === 'all-time' ? null : { ...before, ...headlineOf(within(all, before)) },
    heatmap: heatmapOf(visits),
    sources: sorted('source', ['nfc', 'qr', 'link'], visits),
    referrers: sorted('referrer', REFERRERS, visits),
    devices: sorted('device', ['iphone', 'android', 'tablet', 'desktop', 'other'], visits),
    ...excludedOf(facts),
    shared: sharedOf(previews, days),
  }
}
