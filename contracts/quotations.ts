import { z } from 'zod'
import { LIST_HEADERS, listQuery, stateFilter } from './api/admin-lists.ts'
import { message } from './api/call-parts.ts'
import { call } from './api/call.ts'
import { defineEvent } from './events/define.ts'
import { isBlocked } from './fields/blocked.ts'
import { emailAddress } from './fields/email.ts'
import { estimatedCards, QUOTATION_STATUSES } from './fields/quoted-cards.ts'
import { filledLine, freeParagraph, line, paragraph } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'

export const quotationStream = (id: string): string => `quotation-${id}`

export const quotationRequested = defineEvent({
  type: 'QuotationRequested',
  data: {
    company: line(LIMITS.nameCharsMax),
    contactPerson: line(LIMITS.nameCharsMax),
    email: line(LIMITS.emailCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    estimatedCards: line(LIMITS.phoneCharsMax),
    comments: paragraph(LIMITS.paragraphCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: {
    company: 'quotation',
    contactPerson: 'quotation',
    email: 'quotation',
    phone: 'quotation',
    comments: 'quotation',
  },
})
export const quotationContacted = defineEvent({ type: 'QuotationContacted', data: {} })
export const quotationCompleted = defineEvent({ type: 'QuotationCompleted', data: {} })

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

const quotationStatus = z.enum(QUOTATION_STATUSES)

const adminQuotation = z
  .object({
    id: z.uuid(),
    company: z.string(),
    contact_person: z.string(),
    email: z.string(),
    phone: z.string(),
    estimated_cards: z.string(),
    comments: z.string(),
    is_blocked: isBlocked,
    status: quotationStatus,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminQuotation' })
export type AdminQuotation = z.infer<typeof adminQuotation>

export const getAdminQuotations = call({
  method: 'get',
  path: '/api/admin/quotations',
  summary:
    'Requests for a quotation, newest first; searched by company, contact, e-mail and phone. By `due` pending ones come first, the oldest of them before all.',
  access: 'admin',
  query: z.object({
    ...listQuery(['-created_at', 'created_at', 'due']),
    status: stateFilter(['all', ...QUOTATION_STATUSES]),
  }),
  gives: LIST_HEADERS,
  reads: ['quotations'],
  answer: z.array(adminQuotation),
})

const MARKS = ['contacted', 'completed'] as const

export const putAdminQuotation = call({
  method: 'put',
  path: '/api/admin/quotations/{id}',
  summary: 'Marks a request as contacted or completed. The same again changes nothing.',
  access: 'admin',
  limit: { name: 'administer' },
  params: z.object({ id: z.string().max(LIMITS.lineCharsMax) }),
  body: z.strictObject({ status: z.enum(MARKS, `El estado debe ser uno de: ${MARKS.join(', ')}.`) }),
  answer: z.object({ id: z.uuid(), status: quotationStatus }).meta({ id: 'MarkedQuotation' }),
  refusals: ['not-found', 'conflict'],
})
