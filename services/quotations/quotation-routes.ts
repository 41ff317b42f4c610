import { Router } from 'express'
import { postQuotation } from '@app/contracts/quotations/calls.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { quotationStream } from '@app/contracts/quotations/events.ts'
import { quotation } from './quotation.ts'
import { handleBy, type CommandContext } from '../kernel/command-context.ts'
import { route, type RouteDeps } from '../platform/http/route.ts'

const RECEIVED = 'Recibimos tu solicitud. Te contactaremos en menos de 24 horas.'

export function quotationRoutes(deps: RouteDeps & CommandContext): Router {
  const router = Router()
  route(router, deps, postQuotation, async ({ body, idOf, wrote }) => {
    const id = idOf('quotation')
    const { company, contact_person, email, phone, estimated_cards, comments } = body
    const request = {
      company,
      contactPerson: contact_person,
      email,
      phone,
      estimatedCards: estimated_cards,
      comments: comments ?? '',
      consent: QUOTATION_CONSENT,
    }
    const { appended } = await handleBy(deps, quotation, {
      stream: quotationStream(id),
      command: { type: 'RequestQuotation', request },
      actor: { kind: 'visitor', id },
    })
    wrote(appended)
    return { id, message: RECEIVED }
  })
  return router
}
