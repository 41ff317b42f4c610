import { z } from 'zod'
import { emailAddress, emailAddressOr } from '../fields/email.ts'
import { filledLine, freeParagraph } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'
import { REQUEST_KINDS } from './request-kinds.ts'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'

export const postRightsLink = call({
  method: 'post',
  path: '/api/rights/link',
  summary:
    'Mails a link to all data of this mailbox. The same answer in the same time whether there is anything or not.',
  access: 'everyone',
  limit: { name: 'rights-link' },
  body: z.strictObject({ email: emailAddressOr('Por favor ingresa tu correo electrónico') }),
  answer: z.object({ message }).meta({ id: 'RightsLinkSent' }),
})

/** 32 random bytes that a tab makes and keeps: a link belongs to the first one that opens it. */
export const mailboxKeySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'La llave del navegador debe tener 43 caracteres de base64url.')

export const mailboxSession = z
  .object({
    email: z.string(),
    until: z.iso.datetime().meta({ description: 'When the tab has to ask for another link.' }),
  })
  .meta({ id: 'MailboxSession' })

export const postOpenRightsLink = call({
  method: 'post',
  path: '/api/rights/open',
  summary:
    'Uses a mailed link up, and binds it to the tab whose key is sent. The same tab may open it again until it ends.',
  access: 'everyone',
  limit: { name: 'reset-token' },
  body: z.strictObject({
    token: z.string().max(LIMITS.lineCharsMax),
    mailbox_key: mailboxKeySchema,
  }),
  answer: mailboxSession,
  refusals: ['invalid-token'],
})

const KEPT_KINDS = ['reminder', 'quotation', 'account', 'visitor'] as const

/** A field of one stored thing. A blocked one has none. */
const keptField = z.object({ name: z.string(), label: z.string(), value: z.string() })

export const keptThing = z
  .object({
    id: z.string().meta({ description: 'Its stream, or an event of it.' }),
    kind: z.enum(KEPT_KINDS),
    title: z
      .string()
      .meta({ description: 'As `Recordatorio de Antonia Rivas`; without words of who is blocked.' }),
    since: z.iso.datetime(),
    fields: z.array(keptField),
    purpose: z.string(),
    responsible: z.string(),
    is_on_behalf: z.boolean().meta({ description: 'The platform keeps it on behalf of who is responsible.' }),
    until: z.string().meta({ description: 'A sentence in Spanish.' }),
    consents: z
      .array(
        z.object({
          version: z.string(),
          text: z.string(),
          at: z.iso.datetime(),
          position: z
            .string()
            .nullable()
            .meta({ description: 'Number of its event; null before it has one.' }),
        }),
      )
      .meta({ description: 'The texts that were accepted, the newest first.' }),
    blocked_since: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeptThing' })
export type KeptThing = z.infer<typeof keptThing>

export const mailboxData = z
  .object({
    email: z.string(),
    until: z.iso.datetime(),
    as_of: z.iso.datetime(),
    objected_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when nobody writes to this mailbox.' }),
    things: z.array(keptThing).max(LIMITS.keptThingsMax),
    things_total: z.int().min(0),
  })
  .meta({
    id: 'MailboxData',
    description: 'All stored data that this mailbox proves, newest first.',
  })
export type MailboxData = z.infer<typeof mailboxData>

const ofMailbox = {
  access: 'everyone',
  takes: ['Mailbox-Key'],
} as const
export const MAILBOX_READS = ['visitors'] as const

export const getMailboxData = call({
  ...ofMailbox,
  method: 'get',
  path: '/api/rights/mine',
  summary: 'All stored data that the mailbox of the opened link proves: to see it, or to take it along.',
  limit: { name: 'rights-read' },
  reads: MAILBOX_READS,
  answer: mailboxData,
  refusals: ['invalid-token', 'invalid', 'busy'],
})

const thingId = z.string().max(LIMITS.lineCharsMax)

export const postMailboxAct = call({
  ...ofMailbox,
  method: 'post',
  path: '/api/rights/mine',
  summary:
    'Erases one thing or everything, blocks one or lifts that, or objects: nobody writes to the mailbox any more.',
  limit: { name: 'rights-act' },
  body: z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('erase'), id: thingId.optional() }),
    z.strictObject({ act: z.enum(['block', 'unblock']), id: thingId }),
    z.strictObject({ act: z.literal('object') }),
  ]),
  answer: z.object({ message }).meta({ id: 'RightsDone' }),
  audited: { done: 'mailbox-acted' },
  refusals: ['invalid-token', 'not-found', 'conflict'],
})

export const rightsRequestBody = z.strictObject({
  kind: z.enum(REQUEST_KINDS, 'Elige qué quieres.'),
  card: filledLine(LIMITS.lineCharsMax)
    .optional()
    .meta({ description: 'Name on the card, its slug or its address; absent where it is about no card.' }),
  name: filledLine(LIMITS.nameCharsMax),
  phone: filledLine(LIMITS.phoneCharsMax),
  words: freeParagraph(LIMITS.paragraphCharsMax)
    .transform((text) => text.trim() || undefined)
    .optional()
    .meta({ description: 'With `correction`: what is right. Else what they remember, as about when.' }),
  email: emailAddress.meta({ description: 'Where the answer goes.' }),
})

export const postRightsRequest = call({
  method: 'post',
  path: '/api/rights/requests',
  summary:
    'A request that no mailbox proves, of any kind. An administrator answers it; the answer here does not say whether there is such a person.',
  access: 'everyone',
  limit: { name: 'rights-request' },
  idempotent: 'by-effect',
  body: rightsRequestBody,
  answer: z.object({ message }).meta({ id: 'RightsRequestReceived' }),
})
