import type { MonthlyComparison, UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { addDays, dayInSantiago, startOfDayMs } from '@app/contracts/calendar.ts'
import { positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { spanBefore, spanOfRange, type Range, type Span } from '@app/contracts/ranges.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic.ts'
import type { AnalysedProfile } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { trafficFigures } from '@app/projections/traffic/queries.ts'
import {
  listIdentifiedVisitors,
  listSealedWords,
  type KnownVisitor,
} from '@app/projections/visitors/queries.ts'
import { createOpenedWords, type OpenedWords } from '@app/vault/opened-words.ts'
import type { SubjectKeys } from '@app/vault/subject-keys.ts'
import { inTime } from './in-time.ts'
import { namedVisitors, type HeardVisitor } from './named-visitors.ts'
import { monthlyComparisonOf, unifiedOf, type Compared } from './unified.ts'

export interface FiguresDeps {
  readonly db: ReadDb
  readonly store: EventStore
  readonly keys: SubjectKeys
  readonly now: () => Date
}

/** What is shown of a profile over a range, looked up. */
export interface AnalyticsFigures {
  unified(asked: AnalysedProfile, range: Range): Promise<UnifiedAnalytics>
  comparison(asked: AnalysedProfile, period: MonthlyComparison['period']): Promise<MonthlyComparison>
}

export function createAnalyticsFigures(deps: FiguresDeps): AnalyticsFigures {
  const words = createOpenedWords(deps.keys)
  return {
    unified: async (asked, range) => {
      const { profile } = asked
      const span = spanNow(deps, asked, range)
      const [[compared, lagSeconds], people] = await Promise.all([
        comparedAndLag(deps, profile.id, range, span),
        visitorsOf(deps, words, profile.id, range === 'all-time' ? null : instantsOf(span)),
      ])
      return unifiedOf({ profile, range, ...compared, ...people, lagSeconds })
    },
    comparison: async (asked, period) => {
      const span = spanNow(deps, asked, period)
      return monthlyComparisonOf(period, await comparedOver(deps, asked.profile.id, period, span))
    },
  }
}

async function comparedAndLag(
  deps: FiguresDeps,
  profileId: string,
  range: Range,
  span: Span,
): Promise<readonly [Compared, number | null]> {
  const compared = await comparedOver(deps, profileId, range, span)
  return [compared, await lagAfter(deps, positionOf(compared.figures.position))]
}

/** The range as of now. All time begins with the first day on which anything happened. */
const spanNow = ({ now }: FiguresDeps, { firstDay }: AnalysedProfile, range: Range): Span =>
  spanOfRange(range, dayInSantiago(now().getTime()), firstDay)

async function comparedOver(
  { db }: FiguresDeps,
  profileId: string,
  range: Range,
  span: Span,
): Promise<Compared> {
  const before = spanBefore(range, span)
  return { span, before, figures: await trafficFigures(db, profileId, span, before) }
}

/** @param between null for all of their clicks and downloads */
async function visitorsOf(
  deps: FiguresDeps,
  words: OpenedWords,
  profileId: string,
  between: ReturnType<typeof instantsOf> | null,
): Promise<{ readonly visitors: UnifiedAnalytics['visitors']; readonly visitorsTotal: number }> {
  const { visitors, total } = await listIdentifiedVisitors(deps.db, {
    profileId,
    limit: LIMITS.visitorsListedMax,
    between,
  })
  const heard = await hear(deps, words, profileId, visitors)
  return { visitors: namedVisitors(heard), visitorsTotal: total }
}

/** What each of them said, opened. */
async function hear(
  { db }: FiguresDeps,
  words: OpenedWords,
  profileId: string,
  visitors: readonly KnownVisitor[],
): Promise<readonly HeardVisitor[]> {
  const visitorOf = new Map(
    visitors.flatMap(({ said, visitorId }) => said.map(({ keyRef }) => [keyRef, visitorId])),
  )
  const asked = visitors.flatMap(({ said }) => said)
  const opened = await words.open(asked, (unknown) =>
    listSealedWords(db, profileId, [...new Set(unknown.map(({ keyRef }) => visitorOf.get(keyRef)!))]),
  )
  const inOrder = opened.values()
  return visitors.map((visitor) => ({ ...visitor, words: visitor.said.map(() => inOrder.next().value!) }))
}

const instantsOf = ({ from, to }: Span): { readonly fromMs: number; readonly beforeMs: number } => ({
  fromMs: startOfDayMs(from),
  beforeMs: startOfDayMs(addDays(to, 1)),
})

const LAG_WAIT_MS_MAX = 500

/** How far figures up to a place in the log lag behind it; null when the log does not say in time. */
const lagAfter = (deps: FiguresDeps, position: Position): Promise<number | null> =>
  inTime<number | null>(
    lagSeconds(deps, position).catch(() => null),
    LAG_WAIT_MS_MAX,
    () => null,
  )

/** Age of the oldest traffic event that the figures don't hold yet; 0 when they hold all. */
async function lagSeconds({ store, now }: FiguresDeps, position: Position): Promise<number> {
  const [waiting] = await store.readAll(position, { limit: 1, filter: { types: TRAFFIC_EVENTS } })
  return waiting === undefined ? 0 : Math.max(0, (now().getTime() - waiting.recordedAt.getTime()) / 1_000)
}
