import { mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { createFolderTransport } from './mail-folder.ts'
import { RefusedMail, type OutgoingMail, type Mail, type MailTransport } from './mail-message.ts'
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
  /** @throws RefusedMail when another try would not help */
  handOver(written: WrittenMail, signal: AbortSignal): Promise<void>
}

export interface MailerOptions {
  /** Without it mails are stored as files in `folder`. */
  readonly smtpUrl?: string | undefined
  readonly folder: string
  readonly from: string
}

const TRY_MS_MAX = 45_000

/** One mailbox and one line, so that nothing becomes a header or a second recipient. */
const isFit = ({ to, subject }: Mail): boolean =>
  to.length <= LIMITS.emailCharsMax &&
  mailboxOf(to) !== undefined &&
  subject.length <= LIMITS.lineCharsMax &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)

export function createMailer({ smtpUrl, folder, from }: MailerOptions): Mailer {
  const transport = smtpUrl === undefined ? createFolderTransport(folder) : createSmtpTransport(smtpUrl)
  return createMailerBy(transport, from)
}

export const createMailerBy = (transport: MailTransport, from: string): Mailer => ({
  atOnce: transport.atOnce,
  handOver: async (written, signal) => {
    if (!isFit(written.mail)) throw new RefusedMail('unfit')
    await transport.deliver(
      outgoingMailOf(written, from),
      AbortSignal.any([signal, AbortSignal.timeout(TRY_MS_MAX)]),
    )
  },
})

const outgoingMailOf = ({ mail, id, date }: WrittenMail, from: string): OutgoingMail => ({
  ...mail,
  id,
  date,
  from: { name: PRODUCT.name, address: from },
  messageId: `<${id}@${mailboxOf(from)?.domain ?? 'localhost'}>`,
})
