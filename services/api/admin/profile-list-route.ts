import type { Router } from 'express'
import { getAdminProfiles, type AdminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { listProfiles, type ListedProfile } from '@app/projections/profiles/list-profiles.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import { askedPageOf, rowsOf } from './list-page.ts'

export function profileListRoute(router: Router, deps: RouteDeps & SealedRows): void {
  guardedRoute(router, deps, getAdminProfiles, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const listed = await listProfiles(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      state: state === 'all' ? undefined : state,
    })
    return rowsOf(http, sort, listed).map(profileRowOf)
  })
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
