import { Router } from 'express'
import { getAdminProfiles } from '@app/contracts/api/admin.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { listProfiles, type SealedRows } from '@app/projections/profiles/queries.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'

export function adminRoutes(deps: RouteDeps & SealedRows): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminProfiles, async () => {
    const listed = await listProfiles(deps, LIMITS.adminProfilesMax)
    return listed.map(({ profile, visits, ownerName, ownerEmail, isActive, createdAt }) => ({
      ...profile,
      visits,
      user_name: ownerName,
      user_email: ownerEmail,
      is_active: isActive,
      created_at: createdAt,
    }))
  })
  return router
}
