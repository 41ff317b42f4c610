import { Router } from 'express'
import type { RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import {
  postAdminRebuild,
  postAdminRebuildCompare,
  postAdminRebuildEstimate,
  postAdminRebuildSwap,
  postAdminRollback,
  type DifferingRow,
  type REBUILD_ORDERS,
  type RebuildComparison,
} from '@app/contracts/api/admin/rebuild-calls.ts'
import type { Actor, Position } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/read-models.ts'
import { adminActor } from '../admin/admin-deps.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'

type Given = (actor: Actor, projection: ReadModel) => Promise<void>

interface Rebuild {
  readonly position: Position
  readonly events: number | null
  readonly hasCaughtUp: boolean
  readonly error: string | null
  readonly differing: number | null
}

interface Beside {
  readonly projection: string
  readonly eventsInUse: number | null
  readonly rebuild: Rebuild | undefined
  readonly replacedAt: Date | null
}

interface Compared {
  readonly position: Position
  readonly tables: readonly {
    readonly table: string
    readonly rows: number
    readonly freshRows: number
    readonly differing: number
  }[]
  readonly differing: number
  readonly rows: readonly DifferingRow[]
}

/** Rows that are made beside those in use; calls never have the pool that changes rows. */
export interface Rebuilds {
  list(): Promise<readonly Beside[]>
  estimate(
    projection: ReadModel,
  ): Promise<{ readonly events: number | null; readonly seconds: number | null }>
  readonly order: Readonly<Record<(typeof REBUILD_ORDERS)[number], Given>>
  compare(projection: ReadModel): Promise<Compared>
  swap(actor: Actor, projection: ReadModel, typed: string | undefined): Promise<void>
  readonly rollback: Given
}

export function rebuildRoutes(deps: RouteDeps, rebuilds: Rebuilds): Router {
  const router = Router()
  guardedRoute(router, deps, postAdminRebuildEstimate, ({ params: { projection } }) =>
    rebuilds.estimate(projection),
  )
  guardedRoute(router, deps, postAdminRebuild, async ({ params: { projection }, body }, principal) => {
    await rebuilds.order[body.order](adminActor(principal), projection)
    return {}
  })
  guardedRoute(router, deps, postAdminRebuildCompare, async ({ params: { projection } }) =>
    comparisonOf(await rebuilds.compare(projection)),
  )
  guardedRoute(router, deps, postAdminRebuildSwap, async ({ params: { projection }, body }, principal) => {
    await rebuilds.swap(adminActor(principal), projection, body.typed)
    return {}
  })
  guardedRoute(router, deps, postAdminRollback, async ({ params: { projection } }, principal) => {
    await rebuilds.rollback(adminActor(principal), projection)
    return {}
  })
  return router
}

/** Of the line of a projection. */
export function besideOf(beside: Beside | undefined) {
  const replacedAt = beside?.replacedAt ?? null
  return {
    rebuild: beside?.rebuild === undefined ? null : progressOf(beside.rebuild, beside.eventsInUse),
    replaced_at: replacedAt === null ? null : replacedAt.toISOString(),
  }
}

const progressOf = (rebuild: Rebuild, eventsInUse: number | null): RebuildProgress => ({
  state: stateOf(rebuild),
  position: String(rebuild.position),
  events: rebuild.events ?? 0,
  events_in_use: eventsInUse,
  differing: rebuild.differing,
  error: rebuild.error,
})

function stateOf({ error, hasCaughtUp }: Rebuild): RebuildProgress['state'] {
  if (error !== null) return 'failed'
  return hasCaughtUp ? 'ready' : 'folding'
}

const comparisonOf = ({ position, tables, differing, rows }: Compared): RebuildComparison => ({
  position: String(position),
  tables: tables.map(({ table, rows: live, freshRows, differing: differingHere }) => ({
    table,
    rows: live,
    fresh_rows: freshRows,
    differing: differingHere,
  })),
  differing,
  rows: rows.map(({ table, equal, live, fresh }) => ({ table, equal, live, fresh })),
})
