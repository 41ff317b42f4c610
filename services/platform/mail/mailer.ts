import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import { isLoopback } from '../settings/setting-forms.ts'
import { readRefusal } from './delivery-report.ts'

export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer | string
  readonly cid?: string
}

export interface Mail {
  /** Exactly one mailbox, without a name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: string
  readonly envelopeFrom?: string
  /** RFC 8058: a POST to this address unsubscribes. */
  readonly listUnsubscribe?: { readonly url: string }
  readonly attachments?: readonly MailAttachment[]
}

export interface WrittenMail {
  readonly mail: Mail
  readonly id: string
  readonly date: Date
}

export interface OutgoingMail extends Mail {
  readonly from: { readonly name: string; readonly address: string }
  /** Marks a second copy, sent because the server's answer was lost. */
  readonly messageId: string
  readonly id: string
  readonly date: Date
}

/** The outcome of one attempt to send a mail. Reasons contain neither addresses nor the server's text. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** All of it was written without a reply, so it may have been accepted. */
  | { readonly kind: 'uncertain'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** No such mailbox, or no mail at all; `status` is the enhanced code (RFC 3463), if there is one. */
  | { readonly kind: 'refused'; readonly reason: string; readonly status: string | undefined }

export interface MailTransport {
  readonly atOnce: number
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery>
  close(): void
}

export interface Mailer extends Pick<MailTransport, 'atOnce' | 'close'> {
  deliver(written: WrittenMail, signal: AbortSignal): Promise<Delivery>
}

const isMailbox = (address: string | undefined): boolean =>
  address === undefined || (address.length <= LIMITS.emailCharsMax && mailboxOf(address) !== undefined)

/** Requires one mailbox and one line, so that no text becomes a header or a second recipient. */
const isFit = ({ to, subject, replyTo, envelopeFrom, listUnsubscribe }: Mail): boolean =>
  [to, replyTo, envelopeFrom].every(isMailbox) &&
  subject.length <= LIMITS.lineCharsMax &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject) &&
  !/[^!-;=?-~]/.test(listUnsubscribe?.url ?? '')

/** A worker that is silent for a minute loses its mail to another one. */
const TRY_MS_MAX = 40_000

export const createMailerBy = ({ atOnce, close, deliver }: MailTransport, from: string): Mailer => ({
  atOnce,
  close,
  deliver: async ({ mail, id, date }, signal) => {
    if (!isFit(mail)) return { kind: 'refused', reason: 'unfit', status: undefined }
    const sender = { name: PRODUCT.name, address: from }
    const outgoing = { ...mail, id, date, from: sender, messageId: messageIdOf(id, from) }
    return deliver(outgoing, AbortSignal.any([signal, AbortSignal.timeout(TRY_MS_MAX)]))
  },
})

export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${mailboxOf(from)?.domain ?? 'localhost'}>`

/** Addresses are objects, so that nodemailer does not parse them again. */
export const messageOf = (mail: OutgoingMail) => ({
  from: { name: mail.from.name, address: mail.from.address },
  to: { name: '', address: mail.to },
  ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  envelope: { from: mail.envelopeFrom ?? mail.from.address, to: [mail.to] },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: (mail.attachments ?? []).map((attachment) => ({
    ...attachment,
    contentDisposition: attachment.cid === undefined ? ('attachment' as const) : ('inline' as const),
  })),
  messageId: mail.messageId,
  date: mail.date,
  headers: {
    // Automatic repliers must not answer (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    // Neither folded nor encoded, because some providers compare them literally.
    ...(mail.listUnsubscribe && {
      'List-Unsubscribe': { prepared: true, value: `<${mail.listUnsubscribe.url}>` },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
    }),
  },
  // A stored mail has the line ends of a sent one, CRLF (RFC 5322).
  newline: 'windows' as const,
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

const CONNECTIONS_MAX = 8
const POOL = {
  pool: true,
  maxConnections: CONNECTIONS_MAX,
  maxMessages: 100,
  /** The pool would otherwise resend a mail whose reply was lost. */
  maxRequeues: 0,
  idleTimeout: 30_000,
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const

export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, requireTLS: requiresTls(url), ...POOL })
  transport.use('stream', ({ message, data }, done) => {
    message.build((error, bytes) => {
      if (error !== null) return done(error)
      const { onWritten } = data as unknown as { readonly onWritten: () => void }
      // Read only after the server has requested the message; until its end, the server has no complete mail.
      const read = () => Readable.from([bytes], { objectMode: false }).once('end', onWritten)
      message.createReadStream = read as never
      done()
    })
  })
  return {
    atOnce: CONNECTIONS_MAX,
    deliver: async (mail, signal) => {
      let wasWritten = false
      const onWritten = (): void => void (wasWritten = true)
      try {
        await transport.sendMail({ ...messageOf(mail), signal, onWritten } as never)
        return { kind: 'sent' }
      } catch (error) {
        return failureOf(error, wasWritten)
      }
    },
    close: () => transport.close(),
  }
}

/** Mails contain links that set passwords, so TLS is required unless the URL says otherwise. */
function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtp:' && !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false'
}

/** Replies to other commands (greeting, login, sender) concern us and not the recipient. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

/** Takes only codes, because the server's text often repeats the address. */
function failureOf(error: unknown, wasWritten: boolean): Delivery {
  const { responseCode: code, response, command } = (error ?? {}) as Readonly<Record<string, unknown>>
  // Any other answer after the text leaves open whether the mail was accepted.
  if (typeof code !== 'number' || code < 400 || code >= 600)
    return { kind: wasWritten ? 'uncertain' : 'failed', reason: codeOf(error) ?? 'no reply' }
  const { isGone, status } = readRefusal(typeof response === 'string' ? response : String(code))
  const reason = ['SMTP', code, status].join(' ').trim()
  return isGone && ABOUT_THE_MAIL.has(command)
    ? { kind: 'refused', reason, status }
    : { kind: 'failed', reason }
}
