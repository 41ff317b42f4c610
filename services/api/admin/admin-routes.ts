import { Router } from 'express'
import { getAdminProfiles } from '@app/contracts/api/admin.ts'
import { getAdminReminders } from '@app/contracts/api/reminders.ts'
import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { listProfiles, type SealedRows } from '@app/projections/profiles/queries.ts'
import { listReminders } from '@app/projections/subscriptions/list-reminders.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import { changedProfileRoutes, type ChangedProfileDeps } from './changed-profile-routes.ts'
import { reminderExportRoute, type ReminderExportDeps } from './reminder-export.ts'
import { openEmails, reminderRowOf } from './reminder-rows.ts'

export interface AdminDeps extends RouteDeps, SealedRows, ChangedProfileDeps, ReminderExportDeps {
  readonly keys: SubjectKeys
  readonly reminderTimes: ReminderTimes
}

export function adminRoutes(deps: AdminDeps): Router {
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
  guardedRoute(router, deps, getAdminReminders, async ({ query }) => {
    const { reminders, total } = await listReminders(deps, {
      skip: query.skip,
      limit: query.limit,
      status: query.status_filter === 'all' ? undefined : query.status_filter,
      profilePart: query.profile_filter,
    })
    const emails = await openEmails(deps.keys, reminders)
    return { reminders: reminders.map((one, n) => reminderRowOf(one, emails[n]!, deps.reminderTimes)), total }
  })
  changedProfileRoutes(router, deps)
  reminderExportRoute(router, deps)
  return router
}
