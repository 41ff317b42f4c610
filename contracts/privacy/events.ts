import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line, paragraph } from '../fields/text.ts'
import {
  ANSWER_TEMPLATES,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_OUTCOMES,
  REQUEST_PROOFS,
} from './requests.ts'
import { defineEvent } from '../events/define.ts'

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
    /** Whose data: a subject, the stream of a subscription, quotation or account, or a mailbox. */
    about: subject.optional(),
    profileId: z.uuid().optional(),
    /** Where the answer goes, as the keyed hash of the address. */
    mailboxId: z.uuid().optional(),
    name: line(LIMITS.nameCharsMax).optional(),
    phone: line(LIMITS.phoneCharsMax).optional(),
    email: line(LIMITS.emailCharsMax).optional(),
    /** About when, and what else the person says. */
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
/** `nothing`: there was nothing of this person. Of version 1, answers were kept word for word. */
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
/** `reason`: of an administrator. */
export const subjectUnblocked = defineEvent({
  type: 'SubjectUnblocked',
  version: 2,
  data: { subject, requestId: z.uuid(), reason: reason.optional() },
  personal: { reason: 'request' },
  subjectOf: ({ requestId }) => requestStream(String(requestId)),
  upcasters: { 1: (old) => old },
})
