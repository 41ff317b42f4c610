import { z } from 'zod'
import { emailAddress } from '../fields/email.ts'
import { LIMITS } from '../limits/limits.ts'
import { estimatedCards } from '../fields/quoted-cards.ts'
import { filledLine, freeParagraph } from '../fields/text.ts'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'

export const quotationBody = z.object({
  company: filledLine(LIMITS.nameCharsMax),
  contact_person: filledLine(LIMITS.nameCharsMax),
  email: emailAddress,
  phone: filledLine(LIMITS.phoneCharsMax),
  estimated_cards: estimatedCards,
  comments: freeParagraph(LIMITS.paragraphCharsMax)
    .transform((text) => text.trim())
    .nullish(),
})

export const postQuotation = call({
  method: 'post',
  path: '/api/quotations',
  summary: 'A company asks for a quotation. Answered once it is durable.',
  access: 'everyone',
  limit: { name: 'quotation' },
  idempotent: 'by-effect',
  body: quotationBody,
  answer: z.object({ id: z.uuid(), message }).meta({ id: 'QuotationReceived' }),
})
