import { Router } from 'express'
import { getAdminReminders } from '@app/contracts/reminders.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { listReminders } from '@app/projections/subscriptions/list-reminders.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { placeOfCursor, linkNextPage } from '../platform/lists/list-page.ts'
import { reminderExportRoute, subscribersFound, reminderRowOf } from './reminder-export.ts'
import type { Ctx } from '../platform/ctx.ts'

export function reminderAdminRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminReminders, async ({ query, ...http }) => {
    const { rows, next, total } = await listReminders(deps, {
      skip: query.skip,
      after: placeOfReminder(query),
      limit: query.limit,
      status: query.status_filter === 'all' ? undefined : query.status_filter,
      search: query.profile_filter,
      subscribers: await subscribersFound(deps, query.profile_filter),
    })
    linkNextPage(http, NEWEST_FIRST, next, ['skip'])
    return { reminders: rows.map((one) => reminderRowOf(one, deps.times)), total }
  })
  reminderExportRoute(router, deps)
  return router
}

const NEWEST_FIRST = '-subscribed_at'
const TWO_PLACES = 'Indica skip o after, no los dos.'

function placeOfReminder({ skip, after }: { readonly skip: number; readonly after?: string | undefined }) {
  if (after !== undefined && skip > 0) throw new Refusal('invalid', TWO_PLACES, { field: 'after' })
  return placeOfCursor(after, NEWEST_FIRST, LOWER_CASE_UUID)
}
