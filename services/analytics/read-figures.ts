import type { FiguresQuery, MonthlyComparison, UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { positionOf } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/kinds.ts'
import {
  figuresFilter,
  isFiltered,
  type FiguresFilter,
  daysBefore,
  spanBefore,
  spanOfDays,
  spanOfRange,
  type Span,
} from '@app/contracts/traffic/ranges.ts'
import { lagBehind } from '../kernel/wait-for.ts'
import type { AnalysedProfile } from '@app/projections/profiles/list-profiles.ts'
import type { ReadDb } from '../kernel/models/projection.ts'
import { filteredFigures } from '@app/projections/traffic/filtered-figures.ts'
import { trafficFigures, type AskedFigures, type Days } from '@app/projections/traffic/queries.ts'
import { listIdentifiedVisitors } from '@app/projections/visitors/queries.ts'
import { monthlyComparisonOf, unifiedOf, type Compared } from './analytics-answers.ts'
import { namedVisitors } from './named-visitors.ts'
import type { Ctx } from '../platform/ctx.ts'

const HEAD_MS_MAX = 500

/** @param db of heavy reads, where it is one */
export async function unifiedFigures(
  deps: Ctx,
  analysed: AnalysedProfile,
  query: FiguresQuery,
  db = deps.db,
): Promise<UnifiedAnalytics> {
  const { profile, firstDay } = analysed
  const days = daysAsked(deps, analysed, query)
  const filter = figuresFilter.parse(query)
  const comparing = comparedOver(db, { profileId: profile.id, ...days }, filter)
  const limit = query.visitors === 'all' ? LIMITS.visitorsListedMax : LIMITS.visitorsWithFigures
  const listed = { profileId: profile.id, limit, days: days.before && days.span }
  const [compared, lagSeconds, people] = await Promise.all([
    comparing,
    lagOf(deps, comparing),
    isFiltered(filter) ? NOBODY : visitorsOf({ db, seals: deps.seals }, listed),
  ])
  return unifiedOf({
    profile,
    profileSince: profileSince(analysed),
    trafficSince: firstDay,
    range: query.date_range,
    ...compared,
    ...people,
    lagSeconds,
  })
}

export async function comparedFigures(
  deps: Ctx,
  analysed: AnalysedProfile,
  period: MonthlyComparison['period'],
  db: ReadDb,
): Promise<MonthlyComparison> {
  const days = daysAsked(deps, analysed, { date_range: period })
  return monthlyComparisonOf(period, await comparedOver(db, { profileId: analysed.profile.id, ...days }))
}

/** Imported traffic can be older than the profile. */
function profileSince({ createdAt, firstDay }: AnalysedProfile): string {
  const created = dayInSantiago(Date.parse(createdAt))
  return firstDay !== null && firstDay < created ? firstDay : created
}

function daysAsked(
  { now }: Ctx,
  { firstDay }: AnalysedProfile,
  { date_range: range, from, to }: FiguresQuery,
): { readonly span: Span; readonly before: Days | null } {
  if (from !== undefined && to !== undefined) {
    const span = spanOfDays(from, to)
    return { span, before: daysBefore(span) }
  }
  const span = spanOfRange(range, dayInSantiago(now().getTime()), firstDay)
  return { span, before: spanBefore(range, span) }
}

async function comparedOver(
  db: ReadDb,
  request: AskedFigures,
  filter: FiguresFilter = {},
): Promise<Compared> {
  const { span, before } = request
  const figures = isFiltered(filter) ? filteredFigures(db, request, filter) : trafficFigures(db, request)
  return { span, before, figures: await figures }
}

/** A page of the log is read only where its head, which is looked up meanwhile, is ahead of the figures. */
async function lagOf({ store: { log }, now }: Ctx, comparing: Promise<Compared>) {
  const looking = withTimeout(
    log.headPosition().catch(() => undefined),
    HEAD_MS_MAX,
    () => undefined,
  )
  const position = positionOf((await comparing).figures.position)
  const head = await looking
  if (head === undefined) return null
  return head <= position ? 0 : lagBehind({ log, now }, position, TRAFFIC_EVENTS)
}

const NOBODY = { visitors: {}, visitorsTotal: 0 }

async function visitorsOf(...listed: Parameters<typeof listIdentifiedVisitors>) {
  const { visitors, total } = await listIdentifiedVisitors(...listed)
  return { visitors: namedVisitors(visitors), visitorsTotal: total }
}
