import { Router } from 'express'
import { postCrash } from '@app/contracts/api/crashes.ts'
import type { Log } from '@app/observability/log.ts'
import { route, type RouteDeps } from '../http/route.ts'

export interface CrashDeps extends RouteDeps {
  readonly log: Log
  readonly newId: () => string
}

export function crashRoutes(deps: CrashDeps): Router {
  const router = Router()
  route(router, deps, postCrash, async ({ body }) => {
    const id = deps.newId()
    deps.log.error({ crashId: id, ...body }, 'client crashed')
    return { id }
  })
  return router
}
