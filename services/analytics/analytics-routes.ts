import { Router } from 'express'
import { getAnalytics, getEditMarkers, getMonthlyComparison, getUnified } from '@app/contracts/analytics.ts'
import { figuresFilter, isFiltered } from '@app/contracts/traffic/ranges.ts'
import { comparedFigures, unifiedFigures } from './read-figures.ts'
import { editMarkers } from './edit-markers.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { insightRoutes, viewed } from './insight-routes.ts'
import type { Ctx } from '../platform/ctx.ts'

export function analyticsRoutes(deps: Ctx): Router {
  const router = Router()
  const { heavyReads } = deps
  guardedRoute(router, deps, getUnified, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(deps, context, principal)
    if (!isFiltered(figuresFilter.parse(query))) return unifiedFigures(deps, analysed, query)
    return heavyReads(principal.accountId, response, (heavy) => unifiedFigures(deps, analysed, query, heavy))
  })
  guardedRoute(router, deps, getMonthlyComparison, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(deps, context, principal)
    return heavyReads(principal.accountId, response, (heavy) =>
      comparedFigures(deps, analysed, query.period, heavy),
    )
  })
  guardedRoute(router, deps, getEditMarkers, async (context, principal) => {
    const analysed = await viewed(deps, context, principal)
    return editMarkers(deps, analysed, context.query.date_range)
  })
  guardedRoute(router, deps, getAnalytics, async (context, principal) =>
    unifiedFigures(deps, await viewed(deps, context, principal), { date_range: 'all-time' }),
  )
  insightRoutes(router, deps)
  return router
}
