import type { FiguresQuery, MonthlyComparison, UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { positionOf, type EventStore, type JsonObject } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { figuresFilter, isFiltered, type FiguresFilter } from '@app/contracts/traffic/figures-filter.ts'
import { daysBefore, spanBefore, spanOfDays, spanOfRange, type Span } from '@app/contracts/traffic/ranges.ts'
import type { AnalysedProfile } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import { filteredFigures } from '@app/projections/traffic/filtered-figures.ts'
import { trafficFigures, type AskedFigures, type Days } from '@app/projections/traffic/queries.ts'
import {
  listIdentifiedVisitors,
  listSealedTexts,
  type IdentifiedVisitor,
} from '@app/projections/visitors/queries.ts'
import { createDecryptedTextCache, type DecryptedTextCache } from '@app/vault/seals/decrypted-text-cache.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { lagAfter } from './figures-lag.ts'
import { namedVisitors, type DecryptedVisitor } from './named-visitors.ts'
import { monthlyComparisonOf, unifiedOf, type Compared } from './unified.ts'

export interface FiguresDeps {
  readonly db: ReadDb
  readonly seals: RowSeals
  readonly store: EventStore
  readonly keys: SubjectKeys
  readonly now: () => Date
  readonly monotonicMs: () => number
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
  const textCache = createDecryptedTextCache(deps.keys)
  return {
    unified: async (asked, query, db = deps.db) => {
      const { profile, firstDay } = asked
      const days = daysAsked(deps, asked, query)
      const filter = figuresFilter.parse(query)
      const comparing = comparedOver(db, { profileId: profile.id, ...days, withSubscriptions: true }, filter)
      const [compared, lagSeconds, people] = await Promise.all([
        comparing,
        comparing.then(({ figures }) => lagAfter(deps, positionOf(figures.position))),
        isFiltered(filter) ? NOBODY : visitorsOf(db, textCache, asked, days.before && days.span),
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
  db: ReadDb,
  textCache: DecryptedTextCache,
  { profile: { id: profileId }, losses }: AnalysedProfile,
  days: Days | null,
): Promise<{ readonly visitors: UnifiedAnalytics['visitors']; readonly visitorsTotal: number }> {
  const listing = listIdentifiedVisitors(db, { profileId, limit: LIMITS.visitorsListedMax, days })
  const opened = await textCache.open(
    losses,
    listing.then(({ visitors }) => visitors.flatMap(({ texts }) => texts)),
    (unknown) => listSealedTexts(db, profileId, [...new Set(unknown.map(({ visitorId }) => visitorId))]),
  )
  const { visitors, total } = await listing
  return { visitors: namedVisitors(decryptedOf(visitors, opened)), visitorsTotal: total }
}

function decryptedOf(
  visitors: readonly IdentifiedVisitor[],
  opened: readonly JsonObject[],
): readonly DecryptedVisitor[] {
  const inOrder = opened.values()
  return visitors.map(({ texts, ...visitor }) => ({
    ...visitor,
    texts: texts.map(() => inOrder.next().value!),
    person: interactionStream(texts[0]?.eventId ?? ''),
  }))
}
