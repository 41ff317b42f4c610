import type { FiguresQuery, MonthlyComparison, UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import {
  positionOf,
  type EventStore,
  type JsonObject,
  START,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
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
import {
  createDecryptedTextCache,
  type DecryptedTextCache,
  BLOCKED,
} from '@app/vault/seals/decrypted-text-cache.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic-kinds.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
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
  const lag = createFiguresLag(deps)
  return {
    unified: async (asked, query, db = deps.db) => {
      const { profile, firstDay } = asked
      const days = daysAsked(deps, asked, query)
      const filter = figuresFilter.parse(query)
      const comparing = comparedOver(db, { profileId: profile.id, ...days, withSubscriptions: true }, filter)
      const [compared, lagSeconds, people] = await Promise.all([
        comparing,
        lag.after(comparing.then(({ figures }) => positionOf(figures.position))),
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

const nameIn = ({ fullName, visitorName }: JsonObject): string =>
  readable(textOrEmpty(fullName ?? visitorName))

/** `texts`: what they entered, as far as it can be decrypted, the fullest first. */
export interface DecryptedVisitor extends Pick<IdentifiedVisitor, 'clicks' | 'downloaded' | 'namedAtMs'> {
  readonly texts: readonly JsonObject[]
  /** What calls about one person name them by. */
  readonly person: string
}

/** Keyed by name. Erased visitors have no name and are left out; blocked ones are there without their words. */
export function namedVisitors(visitors: readonly DecryptedVisitor[]): UnifiedAnalytics['visitors'] {
  // No prototype: a person may be called `constructor`.
  const named = Object.create(null) as UnifiedAnalytics['visitors']
  for (const visitor of visitors) {
    const isBlocked = visitor.texts.includes(BLOCKED)
    const text = isBlocked ? BLOCKED : visitor.texts.find((one) => nameIn(one) !== '')
    if (text === undefined) continue
    const name = isBlocked ? BLOCKED_TEXT : nameIn(text)
    let unique = name
    for (let nth = 2; unique in named; nth += 1) unique = `${name} (${nth})`
    named[unique] = {
      phone: textOrEmpty(text.phone),
      description: readable(textOrEmpty(text.description)),
      clicks: visitor.clicks,
      vcf_downloaded: visitor.downloaded,
      named_at: new Date(visitor.namedAtMs).toISOString(),
      person: visitor.person,
    }
  }
  return named
}

export interface FiguresLag {
  /** Seconds since the oldest traffic event that `figures` lack, or 0; null when the log does not answer in time. */
  after(figures: Promise<Position>): Promise<number | null>
}

const WAIT_MS_MAX = 500

interface FiguresLagDeps {
  readonly store: EventStore
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/**
 * Reads the log while the figures are still being read, from the end of the previous figures. Reads again only when the
 * figures already contain the event that was found.
 */
export function createFiguresLag({ store, now, monotonicMs }: FiguresLagDeps): FiguresLag {
  let lastEnd = START

  async function firstAfter(from: Position): Promise<StoredEvent | undefined> {
    const atMs = monotonicMs()
    for (let after = from; monotonicMs() - atMs <= WAIT_MS_MAX;) {
      const page = await store.readAll(after, { limit: 1, filter: { types: TRAFFIC_EVENTS }, mayLag: true })
      if (page.events.length > 0 || page.isAtHead) return page.events[0]
      after = page.scannedTo
    }
    throw new Error(`the log did not say within ${WAIT_MS_MAX} ms what lies after ${from}`)
  }

  async function secondsAfter(
    end: Position,
    early: { readonly from: Position; readonly found: Promise<StoredEvent | undefined> },
  ): Promise<number> {
    const found = await early.found
    const holds = early.from <= end && (found === undefined || found.position > end)
    const waiting = holds ? found : await firstAfter(end)
    return waiting === undefined ? 0 : Math.max(0, (now().getTime() - waiting.recordedAt.getTime()) / 1_000)
  }

  return {
    after: async (figures) => {
      const early = { from: lastEnd, found: firstAfter(lastEnd) }
      // Prevents an unhandled rejection when the figures fail.
      early.found.catch(() => undefined)
      const end = await figures
      lastEnd = end
      const seconds = secondsAfter(end, early).catch(() => null)
      return withTimeout(seconds, WAIT_MS_MAX, () => null)
    },
  }
}
