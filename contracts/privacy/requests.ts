import {
  REQUEST_KINDS,
  REQUEST_CHANNELS,
  REQUEST_PROOFS,
  REQUEST_OUTCOMES,
  ANSWER_TEMPLATES,
  ADMIN_ANSWERS,
} from './request-kinds.ts'
import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line, paragraph, filledParagraph, freeParagraph } from '../fields/text.ts'
import { defineEvent } from '../events/define.ts'
import { LIST_HEADERS, listQuery, stateFilter } from '../api/call-parts.ts'
import { call } from '../api/call.ts'
import { identifyBody } from '../identify.ts'

/** A person's request under law 21.719, on whichever way it came. Its words are sealed under the stream itself. */
export const requestStream = (id: string): string => `request-${id}`
/** One subject is one stream, so that a block and its end are decided in turn. */
export const blockingStream = (subject: string): string => `blocking-${subject}`
/** Names a mailbox, of which a link was proof. `id` is the keyed hash by which suppressions name it. */
export const mailboxSubject = (id: string): string => `mailbox-${id}`

export type RequestKind = (typeof REQUEST_KINDS)[number]
export type RequestChannel = (typeof REQUEST_CHANNELS)[number]
export type RequestProof = (typeof REQUEST_PROOFS)[number]

const subject = line(LIMITS.lineCharsMax)
const reason = paragraph(LIMITS.paragraphCharsMax)

export const requestReceived = defineEvent({
  type: 'RequestReceived',
  data: {
    kind: z.enum(REQUEST_KINDS),
    channel: z.enum(REQUEST_CHANNELS),
    proof: z.enum(REQUEST_PROOFS),
    /** The owner of the data: a subject, the stream of a subscription, quotation or account, or a mailbox. */
    about: subject.optional(),
    profileId: z.uuid().optional(),
    /** The mailbox for the answer, as the keyed hash of its address. */
    mailboxId: z.uuid().optional(),
    name: line(LIMITS.nameCharsMax).optional(),
    phone: line(LIMITS.phoneCharsMax).optional(),
    email: line(LIMITS.emailCharsMax).optional(),
    words: paragraph(LIMITS.paragraphCharsMax).optional(),
  },
  personal: { name: 'request', phone: 'request', email: 'request', words: 'request' },
})
/** An administrator says whose data they are. That of a card's owner, who could do so before, proves nothing. */
export const requestConfirmed = defineEvent({
  type: 'RequestConfirmed',
  data: { about: subject, by: z.enum(['owner', 'admin']) },
})
/** Once. `until` is the new due day in Santiago. */
export const requestProlonged = defineEvent({
  type: 'RequestProlonged',
  data: { until: z.iso.date(), reason },
  personal: { reason: 'request' },
})
export type AnswerTemplate = (typeof ANSWER_TEMPLATES)[number]
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]
/** `nothing`: there was nothing of this person. Of version 1, answers were stored word for word. */
export const requestAnswered = defineEvent({
  type: 'RequestAnswered',
  version: 2,
  data: {
    outcome: z.enum(REQUEST_OUTCOMES),
    template: z.enum(ANSWER_TEMPLATES),
    reason: reason.optional(),
  },
  personal: { reason: 'request' },
  upcasters: {
    1: ({ outcome, reason: why }) => ({
      outcome,
      template: outcome,
      ...(why === undefined ? {} : { reason: why }),
    }),
  },
})

/** The subject's key stays, and opens nothing for anybody until the block is lifted. */
export const subjectBlocked = defineEvent({
  type: 'SubjectBlocked',
  data: { subject, requestId: z.uuid() },
})
export const subjectUnblocked = defineEvent({
  type: 'SubjectUnblocked',
  version: 2,
  data: { subject, requestId: z.uuid(), reason: reason.optional() },
  personal: { reason: 'request' },
  subjectOf: ({ requestId }) => requestStream(String(requestId)),
  upcasters: { 1: (old) => old },
})

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
      .meta({ description: 'A name or an address; null where nobody can read it, or there is none.' }),
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

const answerReason = freeParagraph(LIMITS.paragraphCharsMax)
  .transform((text) => text.trim())
  .default('')
const adminAnswers = Object.keys(ADMIN_ANSWERS) as (keyof typeof ADMIN_ANSWERS)[]
const { full_name, phone, description } = identifyBody.shape

export const putAdminRequest = call({
  method: 'put',
  path: '/api/admin/requests/{id}',
  summary:
    'Answers, once the request is done or refused; prolongs once, or lifts a block, with a reason. An administrator mails the answer.',
  access: 'admin',
  audited: { done: 'request-acted' },
  limit: { name: 'administer' },
  params: z.object({ id: z.string().max(LIMITS.lineCharsMax) }),
  body: z.discriminatedUnion('act', [
    z.strictObject({
      act: z.literal('answer'),
      template: z.enum(adminAnswers, 'Elige una respuesta.'),
      reason: answerReason,
      person: z.string().max(LIMITS.lineCharsMax).optional().meta({
        description: 'Who left words on the card, where the request is done.',
      }),
      corrected: z.strictObject({ full_name, phone, description }).optional(),
    }),
    z.strictObject({ act: z.literal('unblock'), reason: filledParagraph(LIMITS.paragraphCharsMax) }),
    z.strictObject({ act: z.literal('prolong'), reason: filledParagraph(LIMITS.paragraphCharsMax) }),
  ]),
  answer: adminRequest,
  refusals: ['not-found', 'conflict'],
})
