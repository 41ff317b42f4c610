import type { FiguresQuery, MonthlyComparison, UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { positionOf } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic-kinds.ts'
import { figuresFilter, isFiltered, type FiguresFilter } from '@app/contracts/traffic/figures-filter.ts'
import { daysBefore, spanBefore, spanOfDays, spanOfRange, type Span } from '@app/contracts/traffic/ranges.ts'
import type { Events } from '@app/kernel/commands.ts'
import { lagBehind } from '@app/kernel/wait-for.ts'
import type { AnalysedProfile, SealedRows } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { filteredFigures } from '@app/projections/traffic/filtered-figures.ts'
import { trafficFigures, type AskedFigures, type Days } from '@app/projections/traffic/queries.ts'
import { listIdentifiedVisitors } from '@app/projections/visitors/queries.ts'
import { namedVisitors } from './named-visitors.ts'
import { monthlyComparisonOf, unifiedOf, type Compared } from './unified.ts'

export interface FiguresDeps extends SealedRows {
  readonly store: Events
  readonly now: () => Date
}

export interface ProfileFigures {
  /** @param db of heavy reads, where it is one */
  unified(asked: AnalysedProfile, query: FiguresQuery, db?: ReadDb): Promise<UnifiedAnalytics>
  comparison(
    asked: AnalysedProfile,
    period: MonthlyComparison['period'],
    db: ReadDb,
  ): Promise<MonthlyComparison>
}

export function createProfileFigures(deps: FiguresDeps): ProfileFigures {
  return {
    unified: async (asked, query, db = deps.db) => {
      const { profile, firstDay } = asked
      const days = daysAsked(deps, asked, query)
      const filter = figuresFilter.parse(query)
      const comparing = comparedOver(db, { profileId: profile.id, ...days, withSubscriptions: true }, filter)
      const [compared, lagSeconds, people] = await Promise.all([
        comparing,
        comparing.then(({ figures }) =>
          lagBehind({ log: deps.store.log, now: deps.now }, positionOf(figures.position), TRAFFIC_EVENTS),
        ),
        isFiltered(filter)
          ? NOBODY
          : visitorsOf({ db, seals: deps.seals }, asked.profile.id, days.before && days.span),
      ])
      return unifiedOf({
        profile,
        profileSince: profileSince(asked),
        trafficSince: firstDay,
        range: query.date_range,
        ...compared,
        ...people,
        lagSeconds,
      })
    },
    comparison: async (asked, period, db) => {
      const days = daysAsked(deps, asked, { date_range: period })
      return monthlyComparisonOf(period, await comparedOver(db, { profileId: asked.profile.id, ...days }))
    },
  }
}

/** Imported traffic can be older than the profile. */
function profileSince({ createdAt, firstDay }: AnalysedProfile): string {
  const created = dayInSantiago(Date.parse(createdAt))
  return firstDay !== null && firstDay < created ? firstDay : created
}

function daysAsked(
  { now }: FiguresDeps,
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

async function comparedOver(db: ReadDb, asked: AskedFigures, filter: FiguresFilter = {}): Promise<Compared> {
  const { span, before } = asked
  const figures = isFiltered(filter) ? filteredFigures(db, asked, filter) : trafficFigures(db, asked)
  return { span, before, figures: await figures }
}

/** A filter is of facts, not of people. */
const NOBODY = { visitors: {}, visitorsTotal: 0 }

/** @param days null: clicks and downloads of all time */
async function visitorsOf(
  rows: SealedRows,
  profileId: string,
  days: Days | null,
): Promise<{ readonly visitors: UnifiedAnalytics['visitors']; readonly visitorsTotal: number }> {
  const limit = LIMITS.visitorsListedMax
  const { visitors, total } = await listIdentifiedVisitors(rows, { profileId, limit, days })
  return { visitors: namedVisitors(visitors), visitorsTotal: total }
}
