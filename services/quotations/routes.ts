import { Router } from 'express'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import {
  getAdminQuotations,
  postQuotation,
  putAdminQuotation,
  quotationStream,
} from '@app/contracts/quotations.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { listQuotations } from '@app/projections/quotations/queries.ts'
import { handleBy } from '../kernel/commands.ts'
import type { Ctx, Module } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'
import { guardedRoute, route } from '../platform/http/route.ts'
import { askedPageOf, rowsOf } from '../platform/http/list-answers.ts'
import { createQuotationLetters, quotationMailReaction } from './mails.ts'
import { quotation } from './quotation.ts'

const RECEIVED = 'Recibimos tu solicitud. Te contactaremos en menos de 24 horas.'

export const quotations = (ctx: Ctx): Module => ({
  routers: [quotationRoutes(ctx)],
  reactions: [quotationMailReaction(ctx)],
  letters: createQuotationLetters(ctx),
})

function quotationRoutes(deps: Ctx): Router {
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
    const { search, status, sort } = query
    const page = askedPageOf({ ...query, sort }, LOWER_CASE_UUID)
    return rowsOf(http, sort, await listQuotations(deps, { ...page, search, status }))
  })

  guardedRoute(router, deps, putAdminQuotation, async ({ params, body, wrote }, principal) => {
    const id = params.id.toLowerCase()
    if (!LOWER_CASE_UUID.test(id)) throw new Refusal('not-found')
    const { state, appended } = await handleBy(deps, quotation, {
      stream: quotationStream(id),
      command: { type: 'MarkQuotation', as: body.status },
      actor: adminActor(principal),
    })
    if (state.status === 'unknown') throw new Refusal('not-found')
    wrote(appended)
    return { id, status: state.status }
  })
  return router
}
