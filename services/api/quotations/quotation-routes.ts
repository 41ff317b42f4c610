import { Router } from 'express'
import { postQuotation } from '@app/contracts/api/quotation-calls.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { quotation } from '@app/domain/quotation.ts'
import { handle } from '@app/kernel/commands.ts'
import { causeBy, type CommandContext } from '@app/processes/command-context.ts'
import { route, type RouteDeps } from '../http/route.ts'

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
    const { appended } = await handle(deps.store, quotation, {
      stream: quotationStream(id),
      command: { type: 'RequestQuotation', request },
      cause: causeBy(deps, { kind: 'visitor', id }),
      newId: deps.newId,
    })
    wrote(appended)
    return { id, message: RECEIVED }
  })
  return router
}
