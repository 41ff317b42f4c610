import type { MonthlyComparison, UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { positionOf, type EventStore, type JsonObject } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { spanBefore, spanOfRange, type Range, type Span } from '@app/contracts/traffic/ranges.ts'
import type { AnalysedProfile } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import { trafficFigures, type AskedFigures, type Days } from '@app/projections/traffic/queries.ts'
import {
  listIdentifiedVisitors,
  listSealedTexts,
  type IdentifiedVisitor,
} from '@app/projections/visitors/queries.ts'
import { createDecryptedTextCache, type DecryptedTextCache } from '@app/vault/seals/decrypted-text-cache.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createFiguresLag } from './figures-lag.ts'
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
  unified(asked: AnalysedProfile, range: Range): Promise<UnifiedAnalytics>
  comparison(asked: AnalysedProfile, period: MonthlyComparison['period']): Promise<MonthlyComparison>
}

export function createProfileFigures(deps: FiguresDeps): ProfileFigures {
  const textCache = createDecryptedTextCache(deps.keys)
  const lag = createFiguresLag(deps)
  return {
    unified: async (asked, range) => {
      const { profile, firstDay } = asked
      const span = spanNow(deps, asked, range)
      const comparing = comparedOver(deps, profile.id, range, span, { withSubscriptions: true })
      const [compared, lagSeconds, people] = await Promise.all([
        comparing,
        lag.after(comparing.then(({ figures }) => positionOf(figures.position))),
        visitorsOf(deps, textCache, asked, range === 'all-time' ? null : span),
      ])
      return unifiedOf({
        profile,
        profileSince: profileSince(asked),
        trafficSince: firstDay,
        range,
        ...compared,
        ...people,
        lagSeconds,
      })
    },
    comparison: async (asked, period) => {
      const span = spanNow(deps, asked, period)
      return monthlyComparisonOf(period, await comparedOver(deps, asked.profile.id, period, span))
    },
  }
}

/** Imported traffic can be older than the profile. */
function profileSince({ createdAt, firstDay }: AnalysedProfile): string {
  const created = dayInSantiago(Date.parse(createdAt))
  return firstDay !== null && firstDay < created ? firstDay : created
}

const spanNow = ({ now }: FiguresDeps, { firstDay }: AnalysedProfile, range: Range): Span =>
  spanOfRange(range, dayInSantiago(now().getTime()), firstDay)

async function comparedOver(
  { db }: FiguresDeps,
  profileId: string,
  range: Range,
  span: Span,
  also: Pick<AskedFigures, 'withSubscriptions'> = {},
): Promise<Compared> {
  const before = spanBefore(range, span)
  return { span, before, figures: await trafficFigures(db, { profileId, span, before, ...also }) }
}

/** @param days null: clicks and downloads of all time */
async function visitorsOf(
  { db }: FiguresDeps,
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
