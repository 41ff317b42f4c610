import { mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { createFolderTransport } from './mail-folder.ts'
import type { Delivery, Mail, MailTransport, OutgoingMail } from './mail-message.ts'
import { createSmtpTransport } from './smtp.ts'

export interface WrittenMail {
  readonly mail: Mail
  /** Used in the Message-ID. */
  readonly id: string
  readonly date: Date
}

/** Makes one attempt; the caller retries. */
export interface Mailer {
  readonly atOnce: number
  deliver(written: WrittenMail, signal: AbortSignal): Promise<Delivery>
  close(): void
}

export interface MailerOptions {
  /** Without it mails are stored as files in `folder`. */
  readonly smtpUrl?: string | undefined
  readonly folder: string
  readonly from: string
}

/** A worker that is silent for a minute loses its mail to another one. */
const TRY_MS_MAX = 40_000

const isMailbox = (address: string | undefined): boolean =>
  address === undefined || (address.length <= LIMITS.emailCharsMax && mailboxOf(address) !== undefined)

/** Requires one mailbox and one line, so that no text becomes a header or a second recipient. */
const isFit = ({ to, subject, replyTo, envelopeFrom, listUnsubscribe }: Mail): boolean =>
  [to, replyTo, envelopeFrom].every(isMailbox) &&
  subject.length <= LIMITS.lineCharsMax &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject) &&
  !/[^!-;=?-~]/.test(listUnsubscribe?.url ?? '')

export function createMailer({ smtpUrl, folder, from }: MailerOptions): Mailer {
  const transport = smtpUrl === undefined ? createFolderTransport(folder) : createSmtpTransport(smtpUrl)
  return createMailerBy(transport, from)
}

export function createMailerBy(transport: MailTransport, from: string): Mailer {
  async function deliver(written: WrittenMail, signal: AbortSignal): Promise<Delivery> {
    if (!isFit(written.mail)) return { kind: 'refused', reason: 'unfit', status: undefined }
    return untilAborted(signal, (limit) => transport.deliver(outgoingMailOf(written, from), limit))
  }
  return {
    atOnce: transport.atOnce,
    deliver,
    close: transport.close,
  }
}

/** Costs a tenth of `AbortSignal.any` and `AbortSignal.timeout` for every mail. */
async function untilAborted<Result>(
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const end = (): void => limit.abort(signal.reason)
  const timer = setTimeout(end, TRY_MS_MAX)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${mailboxOf(from)?.domain ?? 'localhost'}>`

const outgoingMailOf = ({ mail, id, date }: WrittenMail, from: string): OutgoingMail => ({
  ...mail,
  id,
  date,
  from: { name: PRODUCT.name, address: from },
  messageId: messageIdOf(id, from),
})
