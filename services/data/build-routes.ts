import { Router } from 'express'
import {
  getAdminProjections,
  postAdminBuilds,
  postAdminBuildsCompare,
  type BUILD_ORDERS,
  type BuildLine,
} from '@app/contracts/data/calls.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { titleOfReadModel, type ReadModel } from '@app/contracts/data/read-models.ts'
import type { Events } from '../kernel/commands.ts'
import type { ModelStatus } from '../kernel/models/status.ts'
import { adminActor } from '../platform/admin-deps.ts'
import { guardedRoute, type RouteDeps } from '../platform/http/route.ts'
import { type ParkedEvents, parkedRoutes } from './parked-routes.ts'

interface Build {
  readonly name: string
  readonly projection: string
  readonly version: number
  readonly state: 'active' | 'building' | 'kept'
  readonly events: number
  readonly hasCaughtUp: boolean
  readonly error: string | null
  readonly differing: number | null
  readonly keptAt: Date | null
}

interface Compared {
  readonly tables: readonly {
    readonly table: string
    readonly rows: number
    readonly onlyLive: number
    readonly onlyOther: number
  }[]
  readonly rows: readonly { readonly table: string; readonly isLive: boolean; readonly text: string }[]
}

type Order = (actor: Actor, projection: ReadModel, build?: string) => Promise<void>

/** Calls never have the pool that changes rows. */
export interface BuildDeps extends RouteDeps {
  readonly builds: {
    list(): Promise<readonly Build[]>
    readonly order: Readonly<Record<(typeof BUILD_ORDERS)[number], Order>>
    compare(projection: ReadModel, build: string): Promise<Compared>
  }
  readonly parked: ParkedEvents
  readonly store: Events
  readonly statusOfModels: () => Promise<readonly ModelStatus[]>
  /** Because of this installation, within a day. */
  readonly areMailsRefused: () => Promise<boolean>
}

export function buildRoutes(deps: BuildDeps): Router {
  const { builds, parked, statusOfModels } = deps
  const router = Router()
  guardedRoute(router, deps, getAdminProjections, async () => {
    const [head, counts, all, statuses, areRefused] = await Promise.all([
      deps.store.log.headPosition(),
      parked.count(),
      builds.list(),
      statusOfModels(),
      deps.areMailsRefused(),
    ])
    const lines = statuses.flatMap((status) => {
      const own = all.filter(({ projection }) => projection === status.projection)
      const live = own.find(({ state }) => state === 'active')
      return live === undefined
        ? []
        : [
            { ...lineOf(live, live), ...liveFields(status), parked: counts.get(status.projection) ?? 0 },
            ...own.filter((build) => build !== live).map((build) => lineOf(build, live)),
          ]
    })
    return { head: String(head), builds: lines, ...(areRefused ? { mails_refused: true as const } : {}) }
  })

  guardedRoute(router, deps, postAdminBuilds, async ({ params: { projection }, body }, principal) => {
    await builds.order[body.order](adminActor(principal), projection, body.build)
    return {}
  })

  guardedRoute(router, deps, postAdminBuildsCompare, async ({ params: { projection }, body }) => {
    const { tables, rows } = await builds.compare(projection, body.build)
    return {
      tables: tables.map(({ onlyLive, onlyOther, ...table }) => ({
        ...table,
        only_live: onlyLive,
        only_other: onlyOther,
      })),
      rows: rows.map(({ isLive, ...row }) => ({ ...row, is_live: isLive })),
    }
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
  differing: build.differing,
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
