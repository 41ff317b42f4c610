import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { REMINDER_DAYS } from './limits/periods.ts'
import { line } from './fields/text.ts'
import { defineEvent } from './events/define.ts'
import { sourceSchema } from './taps.ts'
import { emailAddressOr } from './fields/email.ts'
import { eventFields, message } from './api/call-parts.ts'
import { call } from './api/call.ts'

/** Above the form, and in the proof of what was agreed to there: another one is a new version of SUBSCRIBE_CONSENT. */
export const REMINDER_QUESTION = `¿Te lo recuerdo en ${REMINDER_DAYS.first} días?`

/** `id` is a keyed hash of profile and e-mail: one subscription per person and profile. */
export const subscriptionStream = (id: string): string => `subscription-${id}`
/** `id` is a keyed hash of the e-mail. Outlives erasures, so that a mailbox which refused gets no mail. */
export const suppressionStream = (id: string): string => `suppression-${id}`

export const REMINDERS = ['first', 'second'] as const
export type Reminder = (typeof REMINDERS)[number]

const reminder = z.enum(REMINDERS)
const messageId = line(LIMITS.lineCharsMax)
const reason = line(LIMITS.lineCharsMax)
/** Enhanced status code (RFC 3463), or the reply code where there is none. */
const status = line(LIMITS.lineCharsMax)

export const SUBSCRIPTION_STATUSES = ['active', 'converted', 'cancelled', 'bounced'] as const

/** Begins a cycle. Another one on the same stream begins the next, once the one before has ended. */
export const reminderSubscribed = defineEvent({
  type: 'ReminderSubscribed',
  data: {
    profileId: z.uuid(),
    email: line(LIMITS.emailCharsMax),
    consent: line(LIMITS.lineCharsMax),
    visitorId: z.uuid().optional(),
    visitId: z.uuid().optional(),
    source: sourceSchema.optional(),
  },
  personal: { email: 'reminder' },
})
/** Appended before the mail is handed over: after a crash, the mail may have been sent. */
export const reminderSendStarted = defineEvent({ type: 'ReminderSendStarted', data: { reminder, messageId } })
export const reminderSent = defineEvent({ type: 'ReminderSent', data: { reminder, messageId } })
/** The server did not take it, for certain: it may be handed over again. */
export const reminderSendFailed = defineEvent({
  type: 'ReminderSendFailed',
  data: { reminder, messageId, reason, isPermanent: z.boolean() },
})
/** Whether the server took it is unknown: it is never handed over again. */
export const reminderSendUncertain = defineEvent({
  type: 'ReminderSendUncertain',
  data: { reminder, messageId, reason },
})
export const reminderSkipped = defineEvent({ type: 'ReminderSkipped', data: { reminder, reason } })
export const reminderConverted = defineEvent({
  type: 'ReminderConverted',
  data: {
    /** The visitor saved the contact; somebody saved it by the mail's link; the owner reported a talk. */
    how: z.enum(['contact', 'link', 'said']),
    /** The download's id. */
    eventId: z.uuid().optional(),
  },
})
export const reminderCancelled = defineEvent({
  type: 'ReminderCancelled',
  data: { by: z.enum(['subscriber', 'admin', 'erasure', 'profile']) },
})
/** A delivery report on a mail that was sent. Only `ReminderBounced` behind it ends the cycle. */
export const reminderBounceReported = defineEvent({ type: 'ReminderBounceReported', data: { status } })
export const reminderBounced = defineEvent({ type: 'ReminderBounced', data: { status } })
export const remindersSuppressed = defineEvent({ type: 'RemindersSuppressed', data: {} })
/** By a link that only this mailbox has: it wants reminders again. */
export const remindersAllowed = defineEvent({ type: 'RemindersAllowed', data: {} })

const { visitor_id, visit_id, source } = eventFields

export const subscribeBody = z.object({
  email: emailAddressOr('Por favor ingresa tu correo electrónico'),
  as_typed: z.boolean().optional().meta({ description: 'The address is right, though it looks mistyped.' }),
  profile_id: z.uuid('Indica el id de un perfil.'),
  visitor_id,
  visit_id,
  source,
})

export const postSubscribe = call({
  method: 'post',
  path: '/api/reminders/subscribe',
  summary: 'A visitor asks to be reminded of a profile by e-mail. Answers once it is durable.',
  access: 'everyone',
  limit: { name: 'subscribe', keyOf: ({ body }) => ({ profile: body.profile_id.toLowerCase() }) },
  idempotent: 'by-effect',
  body: subscribeBody,
  answer: z.object({ message }).meta({ id: 'Subscribed' }),
  refusals: ['profile-not-found'],
})

export const postMailReport = call({
  method: 'post',
  path: '/api/mail/reports',
  summary:
    'A mail server’s report on a reminder that it had taken: the whole mail (message/rfc822, up to 1 MB). Needs MAIL_REPORTS_SECRET as bearer token; 404 where that is not set.',
  access: 'everyone',
  bodyType: 'mail',
  answer: z.object({}),
  answerType: [],
  answerStatus: 202,
  refusals: ['not-found'],
})
