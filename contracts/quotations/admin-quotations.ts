import { z } from 'zod'
import { isBlocked } from '../fields/blocked.ts'
import { LIMITS } from '../limits/limits.ts'
import { QUOTATION_STATUSES } from '../fields/quoted-cards.ts'
import { LIST_HEADERS, listQuery, stateFilter } from '../api/admin-lists.ts'
import { call } from '../api/call.ts'

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
