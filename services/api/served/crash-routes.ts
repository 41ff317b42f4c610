import { Router } from 'express'
import { postCrash } from '@app/contracts/api/crashes.ts'
import type { Log } from '@app/observability/log.ts'
import { route, type RouteDeps } from '../http/route.ts'

export function crashRoutes(deps: RouteDeps & { readonly log: Log; readonly newId: () => string }): Router {
  const router = Router()
  route(router, deps, postCrash, async ({ body }) => {
    const id = deps.newId()
    deps.log.error({ crashId: id, ...body }, 'client crashed')
    return { id }
  })
  return router
}
