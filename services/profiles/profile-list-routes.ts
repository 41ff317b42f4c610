import { Router } from 'express'
import { LOWER_CASE_UUID, ifBlocked } from '@app/contracts/fields/text.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { askedPageOf, rowsOf } from '../platform/lists/list-page.ts'
import { getAdminProfiles, type AdminProfile } from '@app/contracts/administration.ts'
import { listProfiles, type ListedProfile } from '@app/projections/profiles/list-profiles.ts'
import type { Ctx } from '../platform/ctx.ts'

export function profileListRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminProfiles, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const listed = await listProfiles(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      state: state === 'all' ? undefined : state,
    })
    return rowsOf(http, sort, listed).map(profileRowOf)
  })
  return router
}

const profileRowOf = (listed: ListedProfile): AdminProfile => ({
  ...listed.profile,
  visits: listed.visits,
  user_name: listed.ownerName,
  user_email: listed.ownerEmail,
  ...ifBlocked(listed.isBlocked),
  ...(listed.isOwnerBlocked ? { is_user_blocked: true as const } : {}),
  is_active: listed.isActive,
  created_at: listed.createdAt,
})
