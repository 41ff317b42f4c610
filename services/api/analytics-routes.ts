import { Router } from 'express'
import { getUnified, type UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { addDays, dayInSantiago, startOfDayMs } from '@app/contracts/calendar.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { spanOfRange, type Range, type Span } from '@app/contracts/ranges.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic.ts'
import { findProfile, type ProfileRecord } from '@app/projections/profiles/queries.ts'
import { findProgress } from '@app/projections/progress/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { firstTrafficDay, trafficFigures } from '@app/projections/traffic/queries.ts'
import { listIdentifiedVisitors, type SealedVisitor } from '@app/projections/visitors/queries.ts'
import type { SubjectKeys } from '@app/vault/subject-keys.ts'
import { inTime } from './in-time.ts'
import { namedVisitors } from './named-visitors.ts'
import { guardedRoute, type RouteDeps } from './route.ts'
import { unifiedOf } from './unified.ts'
import type { SignedIn } from './viewer.ts'

export interface AnalyticsDeps extends RouteDeps {
  readonly db: ReadDb
  readonly store: EventStore
  readonly keys: SubjectKeys
  readonly now: () => Date
}

/** A profile that the caller may see: one's own, or any for an administrator. Others' look like none. */
async function getOwnProfile(db: ReadDb, id: string, viewer: SignedIn): Promise<ProfileRecord> {
  const record = await findProfile(db, id)
  if (record === undefined || !(viewer.account.isAdmin || record.ownerId === viewer.accountId)) {
    throw new Refusal('not-found')
  }
  return record
}

const LAG_WAIT_MS_MAX = 500

/** Null when the log does not say in time: the figures are shown all the same. */
const lagOrUnknown = (deps: AnalyticsDeps): Promise<number | null> =>
  inTime<number | null>(
    lagSeconds(deps).catch(() => null),
    LAG_WAIT_MS_MAX,
    () => null,
  )

/** Age of the oldest traffic event that the figures don't hold yet; 0 when they hold all. */
async function lagSeconds({ db, store, now }: AnalyticsDeps): Promise<number> {
  const progress = await findProgress(db, 'traffic')
  if (progress === undefined) return 0
  const [waiting] = await store.readAll(progress, { limit: 1, filter: { types: TRAFFIC_EVENTS } })
  return waiting === undefined ? 0 : Math.max(0, (now().getTime() - waiting.recordedAt.getTime()) / 1_000)
}

async function visitorsOf(
  { db, keys }: AnalyticsDeps,
  profileId: string,
  span: Span,
): Promise<{ readonly visitors: UnifiedAnalytics['visitors']; readonly visitorsTotal: number }> {
  const { visitors, total } = await listIdentifiedVisitors(db, {
    profileId,
    fromMs: startOfDayMs(span.from),
    beforeMs: startOfDayMs(addDays(span.to, 1)),
    limit: LIMITS.visitorsListedMax,
  })
  const opened =
    visitors.length === 0 ? new Map<string, Buffer>() : await keys.forReading(keyRefsOf(visitors))
  return { visitors: namedVisitors(visitors, opened), visitorsTotal: total }
}

const keyRefsOf = (visitors: readonly SealedVisitor[]): readonly string[] => [
  ...new Set(visitors.flatMap(({ said }) => said.map(({ keyRef }) => keyRef))),
]

async function unified(deps: AnalyticsDeps, record: ProfileRecord, range: Range): Promise<UnifiedAnalytics> {
  const { profile } = record
  const today = dayInSantiago(deps.now().getTime())
  const firstDay = range === 'all-time' ? await firstTrafficDay(deps.db, profile.id) : null
  const span = spanOfRange(range, today, firstDay)
  const [figures, people, lag] = await Promise.all([
    trafficFigures(deps.db, profile.id, span),
    visitorsOf(deps, profile.id, span),
    lagOrUnknown(deps),
  ])
  return unifiedOf({ profile, range, span, figures, ...people, lagSeconds: lag })
}

/** Figures, for the owner of the profile and for administrators. */
export function analyticsRoutes(deps: AnalyticsDeps): Router {
  const router = Router()
  guardedRoute(router, deps, getUnified, async ({ params, query }, viewer) =>
    unified(deps, await getOwnProfile(deps.db, params.profileId, viewer), query.date_range),
  )
  return router
}
