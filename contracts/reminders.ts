import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { line, isBlocked } from './fields/text.ts'
import { defineEvent } from './events/define.ts'
import { sourceSchema } from './taps.ts'
import { emailAddressOr } from './fields/email.ts'
import { csvOfList, placeInList, eventFields, message } from './api/call-parts.ts'
import { call } from './api/call.ts'

/** Calendar days from a subscription to its reminders. What visitors and owners read names the first. */
export const REMINDER_DAYS = { first: 7, second: 14 } as const

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

export const SUBSCRIPTION_STATUSES = ['active', 'converted', 'cancelled', 'bounced'] as const
/** `completed`: active, and no mail is to come; `active` then means the others. */
const SHOWN_STATUSES = [...SUBSCRIPTION_STATUSES, 'completed'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]
const STATUS_FILTERS = ['all', ...SHOWN_STATUSES] as const

/** When it was sent, or may have been; else when it is due; null when it will not be sent. */
const reminderAt = z.iso.datetime().nullable()

export const UNDELIVERABLE_TEXT = 'No se pudo entregar'
const isUndeliverable = z
  .literal(true)
  .optional()
  .meta({ description: 'Servers refused it for three days, or reported that it came back.' })

const reminderSubscription = z
  .object({
    id: z.uuid(),
    email: z.string(),
    is_blocked: isBlocked,
    is_profile_blocked: isBlocked,
    profile_id: z.uuid(),
    profile_name: z.string(),
    profile_slug: z.string(),
    subscribed_at: z.iso.datetime(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    first_reminder_sent: z.boolean(),
    second_reminder_sent: z.boolean(),
    first_reminder_at: reminderAt,
    second_reminder_at: reminderAt,
    first_reminder_blocked: isBlocked,
    second_reminder_blocked: isBlocked,
    first_reminder_undeliverable: isUndeliverable,
    second_reminder_undeliverable: isUndeliverable,
  })
  .meta({ id: 'ReminderSubscription' })
export type ReminderSubscription = z.infer<typeof reminderSubscription>

const isToCome = (isSent: boolean, at: string | null): boolean => !isSent && at !== null

/** The name in lists: `status` has the four words of the API, of which `active` says nothing of the mails. */
export function shownStatus(row: Omit<ReminderSubscription, 'id'>): ShownStatus {
  const isDone =
    !isToCome(row.first_reminder_sent, row.first_reminder_at) &&
    !isToCome(row.second_reminder_sent, row.second_reminder_at)
  return row.status === 'active' && isDone ? 'completed' : row.status
}

/** The bounds are in the patterns, because the OpenAPI document shows no others of a transformed text. */
const skipped = z
  .string()
  .regex(/^\d{1,7}$/, 'Indica desde qué resultado mostrar: un número entero desde 0.')
  .transform(Number)
const pageSize = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/, 'Indica cuántos resultados mostrar: un número entero de 1 a 100.')
  .transform(Number)
const STATUS_TEXT = `El estado debe ser uno de: ${STATUS_FILTERS.join(', ')}.`

export const getAdminReminders = call({
  method: 'get',
  path: '/api/admin/reminders',
  summary:
    'Subscriptions to reminders, newest first, by status and by a part of the profile’s id, words of its name or slug, or a subscriber’s whole e-mail; `total` is of all pages, and 1,001 where more than a thousand profiles match. Far down the list `after` is faster than `skip`.',
  access: 'admin',
  query: z.object({
    skip: skipped.prefault('0'),
    after: placeInList.meta({ description: 'Out of `Link` of the page before, in place of `skip`.' }),
    limit: pageSize.prefault('20'),
    status_filter: z.enum(STATUS_FILTERS, STATUS_TEXT).default('all'),
    profile_filter: line(LIMITS.lineCharsMax).default(''),
  }),
  gives: ['Link'],
  reads: ['subscriptions', 'profiles'],
  answer: z
    .object({ reminders: z.array(reminderSubscription), total: z.int().min(0) })
    .meta({ id: 'ReminderSubscriptions' }),
})

export const getAdminRemindersCsv = call({
  ...csvOfList,
  path: '/api/admin/reminders.csv',
  summary:
    'All subscriptions to reminders of a filter, newest first, as CSV for spreadsheets in Spanish. One list at a time: others get 503.',
  query: getAdminReminders.query.pick({ status_filter: true, profile_filter: true }),
  reads: ['subscriptions', 'profiles'],
})
