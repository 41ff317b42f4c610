import type { Router } from 'express'
import {
  getAdminQuotations,
  putAdminQuotation,
  type AdminQuotation,
} from '@app/contracts/quotations/admin-quotations.ts'
import { quotationStream } from '@app/contracts/quotations/events.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { readable } from '@app/contracts/fields/text.ts'
import { quotation } from './quotation.ts'
import { handleBy } from '../kernel/command-context.ts'
import { listQuotations, type ListedQuotation } from '@app/projections/quotations/queries.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { askedPageOf, rowsOf } from '../platform/lists/list-page.ts'
import { type AdminDeps, adminActor } from '../platform/admin-deps.ts'

const COMMANDS = { contacted: 'MarkContacted', completed: 'MarkCompleted' } as const

export function quotationAdminRoutes(router: Router, deps: AdminDeps): void {
  guardedRoute(router, deps, getAdminQuotations, async ({ query, ...http }) => {
    const { search, sort, status } = query
    const listed = await listQuotations(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      status: status === 'all' ? undefined : status,
    })
    return rowsOf(http, sort, listed).map(quotationRowOf)
  })

  guardedRoute(router, deps, putAdminQuotation, async ({ params, body, wrote }, principal) => {
    const id = params.id.toLowerCase()
    if (!LOWER_CASE_UUID.test(id)) throw new Refusal('not-found')
    const { state, appended } = await handleBy(deps, quotation, {
      stream: quotationStream(id),
      command: { type: COMMANDS[body.status] },
      actor: adminActor(principal),
    })
    if (state.status === 'unknown') throw new Refusal('not-found')
    wrote(appended)
    return { id, status: state.status }
  })
}

const quotationRowOf = (listed: ListedQuotation): AdminQuotation => ({
  id: listed.id,
  company: readable(listed.company),
  contact_person: readable(listed.contactPerson),
  email: listed.email,
  phone: listed.phone,
  estimated_cards: listed.estimatedCards,
  comments: readable(listed.comments),
  ...ifBlocked(listed.isBlocked),
  status: listed.status,
  created_at: new Date(listed.createdAtMs).toISOString(),
})
