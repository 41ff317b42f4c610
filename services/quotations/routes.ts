import { Router } from 'express'
import { ifBlocked, readable, LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import {
  getAdminQuotations,
  postQuotation,
  putAdminQuotation,
  quotationStream,
  type AdminQuotation,
} from '@app/contracts/quotations.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { handleBy } from '../kernel/commands.ts'
import { listQuotations, type ListedQuotation } from '@app/projections/quotations/queries.ts'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'
import { guardedRoute, route } from '../platform/http/route.ts'
import { askedPageOf, rowsOf } from '../platform/lists/list-page.ts'
import { quotation } from './quotation.ts'

const COMMANDS = { contacted: 'MarkContacted', completed: 'MarkCompleted' } as const
const RECEIVED = 'Recibimos tu solicitud. Te contactaremos en menos de 24 horas.'

export function quotationRoutes(deps: Ctx): Router {
  const router = Router()
  route(router, deps, postQuotation, async ({ body, idOf, wrote }) => {
    const id = idOf('quotation')
    const { contact_person: contactPerson, estimated_cards: estimatedCards, comments, ...typed } = body
    const words = { ...typed, contactPerson, estimatedCards, comments: comments ?? '' }
    const { appended } = await handleBy(deps, quotation, {
      stream: quotationStream(id),
      command: { type: 'RequestQuotation', request: { ...words, consent: QUOTATION_CONSENT } },
      actor: { kind: 'visitor', id },
    })
    wrote(appended)
    return { id, message: RECEIVED }
  })

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
  return router
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
