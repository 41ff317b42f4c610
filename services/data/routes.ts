import { Router } from 'express'
import {
  getAdminProjections,
  postAdminBuilds,
  postAdminBuildsCompare,
  type BuildLine,
  titleOfReadModel,
  type ReadModel,
  getAdminParked,
  postAdminParkedRetry,
  postAdminParkedSkip,
  type ParkedEvent,
} from '@app/contracts/data.ts'
import type { ModelStatus, Build } from '../kernel/models/builds.ts'
import { guardedRoute } from '../platform/http/route.ts'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'
import { positionOf, START } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { keysetPageOf, placeOfCursor } from '@app/projections/lists/list-pages.ts'
import { rowsOf } from '../platform/http/list-answers.ts'
import type { ListedParked } from '../kernel/models/parked.ts'

export function dataRoutes(deps: Ctx): Router {
  const { builds, parked, statusOfModels } = deps
  const router = Router()
  guardedRoute(router, deps, getAdminProjections, async () => {
    const [head, counts, all, statuses] = await Promise.all([
      deps.store.log.headPosition(),
      parked.count(),
      builds.list(),
      statusOfModels(),
    ])
    const lines = statuses.flatMap((status) => {
      const own = all.filter(({ projection }) => projection === status.projection)
      const live = own.find(({ state }) => state === 'active')
      if (live === undefined) return []
      const first = {
        ...lineOf(live, live),
        ...liveFields(status),
        parked: counts.get(status.projection) ?? 0,
      }
      return [first, ...own.filter((build) => build !== live).map((build) => lineOf(build, live))]
    })
    return { head: String(head), builds: lines }
  })

  guardedRoute(router, deps, postAdminBuilds, async ({ params: { projection }, body }, principal) => {
    await builds.order[body.order](adminActor(principal), projection, body.build)
    return {}
  })

  guardedRoute(router, deps, postAdminBuildsCompare, async ({ params: { projection }, body }) => {
    const { tables } = await builds.compare(projection, body.build)
    const named = tables.map(({ onlyLive: only_live, onlyOther: only_other, ...table }) => {
      return { ...table, only_live, only_other }
    })
    return { tables: named }
  })
  parkedRoutes(router, deps)
  return router
}

const lineOf = (build: Build, live: Build): BuildLine => ({
  build: build.name,
  projection: build.projection as ReadModel,
  title: titleOfReadModel(build.projection),
  version: build.version,
  state: stateOf(build, live),
  events: build.events,
  events_ahead: Math.max(0, live.events - build.events),
  lag_seconds: null,
  error: build.error,
  parked: 0,
  replaced_at: build.keptAt?.toISOString() ?? null,
})

function stateOf({ version, state, error, hasCaughtUp }: Build, live: Build): BuildLine['state'] {
  if (version !== live.version) return 'upgrading'
  if (error !== null) return 'stopped'
  if (state === 'kept') return 'former'
  return hasCaughtUp ? 'ready' : 'folding'
}

function liveFields({ state, error, lagSeconds }: ModelStatus) {
  const shown = {
    stopped: 'failed',
    live: 'live',
    starting: 'catching-up',
    'catching-up': 'catching-up',
  } as const
  return { state: shown[state], lag_seconds: lagSeconds, error }
}

const SORT = 'position'

const IS_POSITION = /^\d{1,18}$/

function parkedRoutes(router: Router, deps: Ctx): void {
  const { parked } = deps
  const retriedOf = async (projection: ReadModel, gone: number) => ({
    gone,
    left: (await parked.count()).get(projection) ?? 0,
  })

  guardedRoute(router, deps, getAdminParked, async ({ params: { projection }, query, ...http }) => {
    const place = placeOfCursor(query.after, SORT, IS_POSITION)
    const limit = LIMITS.parkedListedMax
    const after = place === undefined ? START : positionOf(place.id)
    const rows = await parked.list(projection, { after, limit: limit + 1 })
    const page = keysetPageOf(rows, limit, ({ position }) => ({ value: 0, id: String(position) }))
    const total = (await parked.count()).get(projection) ?? 0
    return rowsOf(http, SORT, { ...page, total }).map(parkedEventOf)
  })

  guardedRoute(router, deps, postAdminParkedRetry, async ({ params: { projection } }, principal) =>
    retriedOf(projection, await parked.retry(adminActor(principal), projection)),
  )

  guardedRoute(router, deps, postAdminParkedSkip, async ({ params: { projection }, body }, principal) => {
    const wanted = { position: positionOf(body.position), reason: body.reason }
    return retriedOf(projection, await parked.skip(adminActor(principal), projection, wanted))
  })
}

const parkedEventOf = ({ position, type, error, waitsFor, parkedAt }: ListedParked): ParkedEvent => ({
  position: String(position),
  type,
  error,
  waits_for: waitsFor === undefined ? null : String(waitsFor),
  parked_at: parkedAt.toISOString(),
})
