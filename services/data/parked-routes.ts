import type { Router } from 'express'
import {
  getAdminParked,
  postAdminParkedRetry,
  postAdminParkedSkip,
  type ParkedEvent,
  type ReadModel,
} from '@app/contracts/data.ts'
import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { keysetPageOf } from '@app/projections/lists/keyset.ts'
import { placeOfCursor, rowsOf } from '../platform/lists/list-page.ts'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'
import type { ListedParked, Retried } from '../kernel/models/parked.ts'

const SORT = 'position'

const IS_POSITION = /^\d{1,18}$/

export function parkedRoutes(router: Router, deps: Ctx): void {
  const { parked } = deps
  const retriedOf = async (projection: ReadModel, { gone, next }: Retried) => ({
    gone,
    left: (await parked.count()).get(projection) ?? 0,
    next: next === undefined ? null : String(next),
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
}

const positionIn = (text: string | undefined): Position | undefined =>
  text === undefined ? undefined : positionOf(text)

const parkedEventOf = ({ position, type, error, waitsFor, parkedAt }: ListedParked): ParkedEvent => ({
  position: String(position),
  type,
  error,
  waits_for: waitsFor === undefined ? null : String(waitsFor),
  parked_at: parkedAt.toISOString(),
})
