import { mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { createFolderTransport } from './mail-folder.ts'
import {
  RefusedMail,
  type Delivery,
  type Mail,
  type MailTransport,
  type OutgoingMail,
} from './mail-message.ts'
import { createSmtpTransport } from './smtp.ts'

export interface WrittenMail {
  readonly mail: Mail
  /** Used in the Message-ID. */
  readonly id: string
  readonly date: Date
}

/** Tries once; the caller repeats. */
export interface Mailer {
  readonly atOnce: number
  /** What became of it, for whoever must know whether it may be sent again. */
  deliver(written: WrittenMail, signal: AbortSignal): Promise<Delivery>
  /** Undoes a delivery; undefined where mails are out of our hands. */
  readonly takeBack: ((written: WrittenMail) => Promise<void>) | undefined
  /** @throws RefusedMail when another try would not help */
  handOver(written: WrittenMail, signal: AbortSignal): Promise<void>
  close(): void
}

export interface MailerOptions {
  /** Without it mails are stored as files in `folder`. */
  readonly smtpUrl?: string | undefined
  readonly folder: string
  readonly from: string
}

const TRY_MS_MAX = 45_000

const isMailbox = (address: string | undefined): boolean =>
  address === undefined || (address.length <= LIMITS.emailCharsMax && mailboxOf(address) !== undefined)

/** One mailbox and one line, so that nothing becomes a header or a second recipient. */
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
  const { takeBack } = transport
  return {
    atOnce: transport.atOnce,
    deliver,
    takeBack: takeBack && ((written) => takeBack(outgoingMailOf(written, from))),
    handOver: async (written, signal) => {
      const delivery = await deliver(written, signal)
      if (delivery.kind === 'sent') return
      if (delivery.kind === 'refused') throw new RefusedMail(delivery.reason)
      throw Object.assign(new Error('not delivered'), { code: delivery.reason })
    },
    close: transport.close,
  }
}

/** A tenth of the work of `AbortSignal.any` and `AbortSignal.timeout`, which are made for every mail. */
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
