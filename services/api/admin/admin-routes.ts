import { Router } from 'express'
import { getAdminReminders } from '@app/contracts/api/reminder-calls.ts'
import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { listReminders } from '@app/projections/subscriptions/list-reminders.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { guardedRoute } from '../http/route.ts'
import { changedProfileRoutes, type ChangedProfileDeps } from './changed-profile-routes.ts'
import { codeExportRoute } from './code-export.ts'
import { codeRoutes, type CodeDeps } from './code-routes.ts'
import { placeOfCursor } from './list-cursor.ts'
import type { ListExports } from './list-export.ts'
import { linkNextPage } from './list-page.ts'
import { profileListRoute } from './profile-list-route.ts'
import { quotationAdminRoutes, type QuotationAdminDeps } from './quotation-admin-routes.ts'
import { reminderExportRoute, type ReminderExportDeps } from './reminder-export.ts'
import { openEmails } from '../reminders/open-emails.ts'
import { reminderRowOf } from './reminder-rows.ts'
import { userRoutes, type UserDeps } from './user-routes.ts'

export interface AdminDeps
  extends UserDeps, CodeDeps, QuotationAdminDeps, ChangedProfileDeps, ReminderExportDeps {
  readonly keys: SubjectKeys
  readonly reminderTimes: ReminderTimes
}

export function adminRoutes(deps: AdminDeps, exports: ListExports): Router {
  const router = Router()
  userRoutes(router, deps)
  codeRoutes(router, deps)
  quotationAdminRoutes(router, deps)
  profileListRoute(router, deps)
  guardedRoute(router, deps, getAdminReminders, async ({ query, ...http }) => {
    const { rows, next, total } = await listReminders(deps, {
      skip: query.skip,
      after: placeOfReminder(query),
      limit: query.limit,
      status: query.status_filter === 'all' ? undefined : query.status_filter,
      search: query.profile_filter,
    })
    const emails = await openEmails(deps.keys, rows)
    linkNextPage(http, NEWEST_FIRST, next, ['skip'])
    return { reminders: rows.map((one, n) => reminderRowOf(one, emails[n]!, deps.reminderTimes)), total }
  })
  changedProfileRoutes(router, deps)
  codeExportRoute(router, deps, exports)
  reminderExportRoute(router, deps, exports)
  return router
}

const NEWEST_FIRST = '-subscribed_at'
const TWO_PLACES = 'Indica skip o after, no los dos.'

function placeOfReminder({ skip, after }: { readonly skip: number; readonly after?: string | undefined }) {
  if (after !== undefined && skip > 0) throw new Refusal('invalid', TWO_PLACES, { field: 'after' })
  return placeOfCursor(after, NEWEST_FIRST, LOWER_CASE_UUID)
}
