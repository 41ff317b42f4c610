import { Router } from 'express'
import {
  getAdminParked,
  getAdminProjections,
  postAdminParkedRetry,
  postAdminParkedSkip,
  type ParkedEvent,
  type ProjectionLine,
} from '@app/contracts/api/admin/projection-calls.ts'
import { positionOf, START, type Actor, type Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { titleOfReadModel, type ReadModel } from '@app/contracts/read-models.ts'
import type { Events } from '@app/kernel/commands.ts'
import { keysetPageOf } from '@app/projections/lists/keyset.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { NOT_RUN, type ProjectionStatus } from '@app/projections/runtime/progress-rows.ts'
import { adminActor } from '../admin/admin-deps.ts'
import { placeOfCursor } from '../admin/list-cursor.ts'
import { rowsOf } from '../admin/list-page.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import { besideOf, rebuildRoutes, type Rebuilds } from './rebuild-routes.ts'

interface ListedParked {
  readonly position: Position
  readonly type: string | null
  readonly error: string | undefined
  readonly waitsFor: Position | undefined
  readonly parkedAt: Date
}

interface Retried {
  readonly gone: number
  readonly next: Position | undefined
}

/** Parked events of the rows that queries see; calls never have the pool that changes rows. */
interface ParkedEvents {
  list(
    projection: ReadModel,
    page: { readonly after: Position; readonly limit: number },
  ): Promise<readonly ListedParked[]>
  /** By the projection; one without any is absent. */
  count(): Promise<ReadonlyMap<string, number>>
  retry(
    actor: Actor,
    projection: ReadModel,
    wanted: { readonly position?: Position | undefined; readonly after?: Position | undefined },
  ): Promise<Retried>
  skip(
    actor: Actor,
    projection: ReadModel,
    wanted: { readonly position: Position; readonly reason: string },
  ): Promise<Retried>
}

export interface ProjectionDeps extends RouteDeps {
  readonly rebuilds: Rebuilds
  readonly store: Events
  readonly progress: Pick<ProjectionProgress, 'isKept' | 'status' | 'waitFor'>
  readonly parked: ParkedEvents
  /** Because of this installation, within a day. */
  readonly areMailsRefused: () => Promise<boolean>
}

const SORT = 'position'
const WAIT_MS_MAX = 100
const IS_POSITION = /^\d{1,18}$/

export function projectionRoutes(deps: ProjectionDeps): Router {
  const { store, progress, parked, rebuilds } = deps
  const router = Router()
  const retriedOf = async (projection: ReadModel, { gone, next }: Retried) => ({
    gone,
    left: (await parked.count()).get(projection) ?? 0,
    next: next === undefined ? null : String(next),
  })

  guardedRoute(router, deps, getAdminProjections, async () => {
    const [head, counts, besides, areRefused] = await Promise.all([
      store.log.headPosition(),
      parked.count(),
      rebuilds.list(),
      deps.areMailsRefused(),
    ])
    // A checkpoint passes events that its projection ignores only when somebody waits for it.
    await progress.waitFor(head, WAIT_MS_MAX)
    const projections = progress.status().map((one) => ({
      ...lineOf(one, counts.get(one.projection) ?? 0),
      is_upgrading: !progress.isKept([one.projection]),
      ...besideOf(besides.find(({ projection }) => projection === one.projection)),
    }))
    return { head: String(head), projections, ...(areRefused ? { mails_refused: true as const } : {}) }
  })

  guardedRoute(router, deps, getAdminParked, async ({ params: { projection }, query, ...http }) => {
    const place = placeOfCursor(query.after, SORT, IS_POSITION)
    const limit = LIMITS.parkedListedMax
    const after = place === undefined ? START : positionOf(place.id)
    const found = await parked.list(projection, { after, limit: limit + 1 })
    const page = keysetPageOf(found, limit, ({ position }) => ({ value: 0, id: String(position) }))
    const total = (await parked.count()).get(projection) ?? 0
    return rowsOf(http, SORT, { ...page, total }).map(parkedEventOf)
  })

  guardedRoute(router, deps, postAdminParkedRetry, async ({ params: { projection }, body }, principal) => {
    const wanted = { position: positionIn(body.position), after: positionIn(body.after) }
    return retriedOf(projection, await parked.retry(adminActor(principal), projection, wanted))
  })

  guardedRoute(router, deps, postAdminParkedSkip, async ({ params: { projection }, body }, principal) => {
    const wanted = { position: positionOf(body.position), reason: body.reason }
    return retriedOf(projection, await parked.skip(adminActor(principal), projection, wanted))
  })
  router.use(rebuildRoutes(deps, rebuilds))
  return router
}

const positionIn = (text: string | undefined): Position | undefined =>
  text === undefined ? undefined : positionOf(text)

function lineOf(
  status: ProjectionStatus,
  parked: number,
): Omit<ProjectionLine, 'is_upgrading' | 'rebuild' | 'replaced_at'> {
  const { projection, version, position, lagSeconds } = status
  const isPaused = status.error === NOT_RUN
  return {
    name: projection as ReadModel,
    title: titleOfReadModel(projection),
    state: isPaused ? 'paused' : stateOf(status),
    position: String(position),
    lag_seconds: isPaused ? null : lagSeconds,
    version,
    error: isPaused ? null : status.error,
    parked,
  }
}

function stateOf({ state, error }: ProjectionStatus): ProjectionLine['state'] {
  if (state === 'stopped' || error !== null) return 'failed'
  return state === 'live' ? 'live' : 'catching-up'
}

const parkedEventOf = ({ position, type, error, waitsFor, parkedAt }: ListedParked): ParkedEvent => ({
  position: String(position),
  type,
  error: error ?? null,
  waits_for: waitsFor === undefined ? null : String(waitsFor),
  parked_at: parkedAt.toISOString(),
})
