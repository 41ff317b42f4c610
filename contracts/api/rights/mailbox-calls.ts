import { z } from 'zod'
import { emailAddressOr } from '../../fields/email.ts'
import { LIMITS } from '../../limits/limits.ts'
import { call } from '../call.ts'
import { message } from '../call-parts.ts'

export const postRightsLink = call({
  method: 'post',
  path: '/api/rights/link',
  summary:
    'Mails a link to everything that is kept of this mailbox. The same answer in the same time whether there is anything or not.',
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

/** Of one thing that is kept. Without words where it is blocked. */
const keptField = z.object({
  name: z.string(),
  label: z.string(),
  value: z.string(),
  is_long: z.boolean().meta({ description: 'A paragraph.' }),
})

const keptThing = z
  .object({
    id: z.string().meta({ description: 'Its stream, or an event of it.' }),
    kind: z.enum(KEPT_KINDS),
    title: z
      .string()
      .meta({ description: 'As `Recordatorio de Antonia Rivas`; without words of who is blocked.' }),
    since: z.iso.datetime(),
    status: z
      .object({ text: z.string(), tone: z.enum(['ok', 'warning', 'neutral']) })
      .nullable()
      .meta({ description: 'As `Activo`, `Pendiente`.' }),
    fields: z.array(keptField),
    purpose: z.string(),
    responsible: z.string(),
    is_on_behalf: z.boolean().meta({ description: 'The platform keeps it on behalf of who is responsible.' }),
    until: z.string().meta({ description: 'A sentence in Spanish.' }),
    consent: z
      .object({
        version: z.string(),
        text: z.string(),
        at: z.iso.datetime(),
        position: z.string().nullable().meta({ description: 'Number of its event; null before it has one.' }),
      })
      .nullable()
      .meta({ description: 'The text that was accepted, as it was; null where none was shown.' }),
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
    description: 'Everything that is kept and that this mailbox proves, newest first.',
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
  summary: 'Everything that is kept and that the mailbox of the opened link proves.',
  limit: { name: 'rights-read' },
  reads: MAILBOX_READS,
  answer: mailboxData,
  refusals: ['invalid-token', 'invalid', 'busy'],
})

export const getMailboxFile = call({
  ...ofMailbox,
  method: 'get',
  path: '/api/rights/mine.json',
  summary: 'The same as a file.',
  limit: { name: 'rights-read' },
  reads: MAILBOX_READS,
  answer: z.string(),
  answerType: 'application/json',
  gives: ['Content-Disposition'],
  refusals: ['invalid-token', 'invalid', 'busy'],
})

const act = {
  ...ofMailbox,
  method: 'post',
  limit: { name: 'rights-act' },
  refusals: ['too-large', 'unsupported-media', 'invalid', 'invalid-token', 'not-found', 'conflict'],
} as const
const done = z.object({ message }).meta({ id: 'RightsDone' })
const thingId = z.string().max(LIMITS.lineCharsMax)
const thingParam = z.object({ id: thingId })

export const postEraseKept = call({
  ...act,
  path: '/api/rights/mine/erase',
  summary:
    'Erases one thing, or everything where none is named. Figures stay, without saying whose they are.',
  body: z.strictObject({ id: thingId.optional() }),
  answer: z.object({ erased: z.int().min(0), message }).meta({ id: 'ErasedKept' }),
  audited: { done: 'mailbox-erased' },
})

export const postObjectMailbox = call({
  ...act,
  path: '/api/rights/mine/object',
  summary: 'Nobody writes to this mailbox any more: reminders end, and later ones ask it first.',
  bodyType: 'none',
  answer: done,
})

const blocking = { ...act, params: thingParam, bodyType: 'none', answer: done } as const
export const postBlockKept = call({
  ...blocking,
  path: '/api/rights/mine/{id}/block',
  summary: 'From now on its words open for nobody, until the block is lifted.',
})
export const postUnblockKept = call({
  ...blocking,
  path: '/api/rights/mine/{id}/unblock',
  summary: 'Lifts the block.',
})

export const postCloseMailbox = call({
  ...act,
  path: '/api/rights/mine/close',
  summary: 'Ends what the link opened, in this tab.',
  bodyType: 'none',
  answer: done,
})
