import { Router } from 'express'
import type { RecordShown } from '../../history/record-shown.ts'
import { adminRequestRoutes } from './admin-request-routes.ts'
import { ownerRequestRoutes, type OwnerRequestDeps } from './owner-request-routes.ts'
import { requestFormRoutes, type RequestFormDeps } from './request-form-routes.ts'

export type RequestRouteDeps = RequestFormDeps & OwnerRequestDeps

/** Requests about words that no e-mail proves: who asks, who confirms, who answers. */
export function requestRoutes(deps: RequestRouteDeps, recordShown: RecordShown): Router {
  const router = Router()
  requestFormRoutes(router, deps)
  ownerRequestRoutes(router, deps)
  adminRequestRoutes(router, deps, recordShown)
  return router
}
