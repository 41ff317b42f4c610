import { z } from 'zod'
import {
  ADMIN_ANSWERS,
  ANSWER_TEMPLATES,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_OUTCOMES,
} from './requests.ts'
import { filledParagraph, freeParagraph } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'
import { LIST_HEADERS, listQuery, stateFilter } from '../api/admin-lists.ts'
import { call } from '../api/call.ts'
import { identifyBody } from '../taps/calls.ts'

/** Somebody who left words on the card with this very name or phone. */
const askedPerson = z
  .object({
    id: z.string().meta({ description: 'Of this list alone: a visitor’s own id proves who they are.' }),
    name: z.string(),
    phone: z.string(),
    description: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'AskedPerson' })
export type AskedPerson = z.infer<typeof askedPerson>

const requestDetail = z.object({
  email: z.string().nullable(),
  asked: z.object({ name: z.string(), phone: z.string(), words: z.string() }),
  people: z.array(askedPerson).max(LIMITS.askedPeopleMax),
  position: z.string().meta({ description: 'Of RequestReceived in the log.' }),
  template: z.enum(ANSWER_TEMPLATES).nullable(),
  is_blocked: z.boolean().meta({ description: 'By this request, and nobody has lifted it.' }),
  reason: z.string().nullable(),
})

const adminRequest = z
  .object({
    id: z.uuid(),
    kind: z.enum(REQUEST_KINDS),
    channel: z.enum(REQUEST_CHANNELS),
    who: z
      .string()
      .nullable()
      .meta({ description: 'A name or an address; null where nobody can read it, or none was given.' }),
    card: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }).nullable(),
    status: z.enum(['open', 'answered']),
    needs_confirmation: z.boolean(),
    is_prolonged: z.boolean(),
    received_at: z.iso.datetime(),
    due_day: z.iso.date(),
    days_left: z.int().meta({ description: 'Negative from the first second after the due day in Santiago.' }),
    answered_at: z.iso.datetime().nullable(),
    outcome: z.enum(REQUEST_OUTCOMES).nullable(),
    detail: requestDetail.nullable().meta({ description: 'Null unless the query names this request.' }),
  })
  .meta({ id: 'AdminRequest' })
export type AdminRequest = z.infer<typeof adminRequest>
/** One request with its detail, side by side. */
export type AdminRequestDetail = AdminRequest & z.infer<typeof requestDetail>

export const getAdminRequests = call({
  method: 'get',
  path: '/api/admin/requests',
  summary:
    'Requests about personal data, by due day or newest first; or one with its detail, whose reading is recorded.',
  access: 'admin',
  query: z.object({
    id: z.string().max(LIMITS.lineCharsMax).optional(),
    ...listQuery(['due_day', '-received_at', 'received_at']),
    state: stateFilter(['all', 'open', 'answered']),
  }),
  gives: LIST_HEADERS,
  reads: ['requests', 'visitors'],
  answer: z.array(adminRequest),
  refusals: ['not-found'],
})

const reason = freeParagraph(LIMITS.paragraphCharsMax)
  .transform((text) => text.trim())
  .default('')
const adminAnswers = Object.keys(ADMIN_ANSWERS) as (keyof typeof ADMIN_ANSWERS)[]
const { full_name, phone, description } = identifyBody.shape

export const putAdminRequest = call({
  method: 'put',
  path: '/api/admin/requests/{id}',
  summary:
    'Answers, once what was asked is done or refused; prolongs once, or lifts a block, with a reason. An administrator mails the answer.',
  access: 'admin',
  audited: { done: 'request-acted' },
  limit: { name: 'administer' },
  params: z.object({ id: z.string().max(LIMITS.lineCharsMax) }),
  body: z.discriminatedUnion('act', [
    z.strictObject({
      act: z.literal('answer'),
      template: z.enum(adminAnswers, 'Elige una respuesta.'),
      reason,
      person: z.string().max(LIMITS.lineCharsMax).optional().meta({
        description: 'Who left words on the card, where what was asked is done.',
      }),
      corrected: z.strictObject({ full_name, phone, description }).optional(),
    }),
    z.strictObject({ act: z.literal('unblock'), reason: filledParagraph(LIMITS.paragraphCharsMax) }),
    z.strictObject({ act: z.literal('prolong'), reason: filledParagraph(LIMITS.paragraphCharsMax) }),
  ]),
  answer: adminRequest,
  refusals: ['not-found', 'conflict'],
})
