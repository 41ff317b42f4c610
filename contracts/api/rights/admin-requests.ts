import { z } from 'zod'
import { REQUEST_CHANNELS, REQUEST_KINDS, REQUEST_OUTCOMES, REQUEST_PROOFS } from '../../privacy/requests.ts'
import { filledParagraph, freeParagraph } from '../../fields/text.ts'
import { LIMITS } from '../../limits/limits.ts'
import { LIST_HEADERS, listQuery, stateFilter } from '../admin/admin-lists.ts'
import { call } from '../call.ts'

const requestFields = {
  id: z.uuid(),
  kind: z.enum(REQUEST_KINDS),
  channel: z.enum(REQUEST_CHANNELS),
  proof: z.enum(REQUEST_PROOFS),
  who: z
    .string()
    .nullable()
    .meta({ description: 'A name or an address; null where nobody can read it, or none was given.' }),
  card: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }).nullable(),
  subject: z.string().nullable().meta({
    description: 'Whose file shows it, as calls of evidence name them; null where nothing is left of them.',
  }),
  status: z.enum(['open', 'answered']),
  needs_confirmation: z.boolean(),
  is_confirmed: z.boolean(),
  is_prolonged: z.boolean(),
  received_at: z.iso.datetime(),
  due_day: z.iso.date(),
  days_left: z.int().meta({ description: 'Negative from the first second after the due day in Santiago.' }),
  answered_at: z.iso.datetime().nullable(),
  outcome: z.enum(REQUEST_OUTCOMES).nullable(),
} as const

const adminRequest = z.object(requestFields).meta({ id: 'AdminRequest' })
export type AdminRequest = z.infer<typeof adminRequest>

export const REQUEST_STATES = ['all', 'open', 'answered'] as const
export const REQUEST_KIND_FILTERS = ['all', ...REQUEST_KINDS] as const

const reads = ['requests'] as const

export const getAdminRequests = call({
  method: 'get',
  path: '/api/admin/requests',
  summary: 'Requests about personal data: by due day, or newest first; searched by name and e-mail.',
  access: 'admin',
  query: z.object({
    ...listQuery(['due_day', '-received_at', 'received_at']),
    state: stateFilter(REQUEST_STATES),
    kind: z.enum(REQUEST_KIND_FILTERS, 'Ese tipo de solicitud no existe.').default('all'),
  }),
  gives: LIST_HEADERS,
  reads,
  answer: z.array(adminRequest),
})

const figures = z
  .object({
    open: z.int().min(0),
    to_confirm: z.int().min(0),
    near: z.int().min(0).meta({ description: 'Fewer than 3 days left, not late yet.' }),
    late: z.int().min(0),
    answered_this_month: z.int().min(0),
    answered_at_once: z.int().min(0).meta({ description: 'Of these, without a person.' }),
    median_seconds: z.int().min(0).nullable().meta({ description: 'From receipt to answer, this month.' }),
    median_by_people_seconds: z.int().min(0).nullable(),
  })
  .meta({ id: 'RequestFigures' })
export type RequestTally = z.infer<typeof figures>

export const getAdminRequestFigures = call({
  method: 'get',
  path: '/api/admin/requests/figures',
  summary:
    'How many requests are open, near and late, and how fast they are answered. Months are of Santiago.',
  access: 'admin',
  reads,
  answer: figures,
})

const idParam = z.object({ id: z.string().max(LIMITS.lineCharsMax) })

/** Somebody who left words on the card with this very name or phone. */
const askedPerson = z
  .object({
    id: z
      .string()
      .meta({ description: 'Of the event in which they said it: the id of a visitor proves who they are.' }),
    name: z.string(),
    phone: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'AskedPerson' })
export type AskedPerson = z.infer<typeof askedPerson>

const requestDetail = z
  .object({
    ...requestFields,
    email: z.string().nullable(),
    asked: z.object({ name: z.string(), phone: z.string(), when: z.string(), words: z.string() }),
    people: z.array(askedPerson).max(LIMITS.askedPeopleMax),
    position: z.string().meta({ description: 'Of RequestReceived in the log.' }),
    answer: z.string().nullable().meta({ description: 'What the person was told, word for word.' }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'AdminRequestDetail' })
export type AdminRequestDetail = z.infer<typeof requestDetail>

export const getAdminRequest = call({
  method: 'get',
  path: '/api/admin/requests/{id}',
  summary: 'One request, with who may have sent it. Reading it is recorded.',
  access: 'admin',
  limit: { name: 'read-personal' },
  params: idParam,
  reads: ['requests', 'visitors'],
  answer: requestDetail,
  refusals: ['not-found'],
})

export const REFUSAL_REASONS = {
  unconfirmed: 'No pudimos confirmar que eres tú.',
  answered: 'Ya respondimos esta solicitud.',
  law: 'Una ley nos obliga a guardarlo.',
} as const
/** With the reason before them they are one paragraph of the event. */
const REFUSAL_WORDS_CHARS_MAX = LIMITS.paragraphCharsMax - 100
const refusalReason = z.enum(
  Object.keys(REFUSAL_REASONS) as [keyof typeof REFUSAL_REASONS],
  'Elige un motivo.',
)

export const putAdminRequest = call({
  method: 'put',
  path: '/api/admin/requests/{id}',
  summary:
    'Confirms who asks and does what was asked, refuses with a reason that is mailed, or prolongs once with a reason.',
  access: 'admin',
  limit: { name: 'administer' },
  params: idParam,
  body: z.discriminatedUnion('act', [
    z.strictObject({
      act: z.literal('confirm'),
      person: z.string().max(LIMITS.lineCharsMax).optional().meta({
        description: 'Who left words on the card, where the request is not proven yet.',
      }),
    }),
    z.strictObject({
      act: z.literal('refuse'),
      reason: refusalReason,
      words: freeParagraph(REFUSAL_WORDS_CHARS_MAX)
        .transform((text) => text.trim())
        .default(''),
    }),
    z.strictObject({ act: z.literal('prolong'), reason: filledParagraph(LIMITS.paragraphCharsMax) }),
  ]),
  answer: adminRequest,
  refusals: ['not-found', 'conflict'],
})
