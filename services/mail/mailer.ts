import { mailboxOf } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { createFolderPost } from './mail-folder.ts'
import { RefusedLetter, type Letter, type Mail, type Post } from './letter.ts'
import { createSmtpPost } from './smtp.ts'

/** A mail, and what its headers say of it. */
export interface WrittenMail {
  readonly mail: Mail
  /** Of the Message-ID. */
  readonly id: string
  readonly date: Date
}

/** Hands mails over, once each: whoever calls it tries again. */
export interface Mailer {
  /** How many mails at once. */
  readonly atOnce: number
  /** @throws RefusedLetter when another try would not help */
  handOver(written: WrittenMail, signal: AbortSignal): Promise<void>
}

export interface MailerOptions {
  /** Without it mails are kept as files in `folder`. */
  readonly smtpUrl?: string | undefined
  readonly folder: string
  /** Address of the sender. */
  readonly from: string
}

const TRY_MS_MAX = 45_000

/** One mailbox, one line: what else could become a header or a second recipient is no mail of ours. */
const isFit = ({ to, subject }: Mail): boolean =>
  to.length <= LIMITS.emailCharsMax &&
  mailboxOf(to) !== undefined &&
  subject.length <= LIMITS.lineCharsMax &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)

/** Mails by an SMTP server, or into a folder. */
export function createMailer({ smtpUrl, folder, from }: MailerOptions): Mailer {
  const post = smtpUrl === undefined ? createFolderPost(folder) : createSmtpPost(smtpUrl)
  return createMailerBy(post, from)
}

/** Mails by any post. */
export const createMailerBy = (post: Post, from: string): Mailer => ({
  atOnce: post.atOnce,
  handOver: async (written, signal) => {
    if (!isFit(written.mail)) throw new RefusedLetter('unfit')
    await post.bring(letterOf(written, from), AbortSignal.any([signal, AbortSignal.timeout(TRY_MS_MAX)]))
  },
})

const letterOf = ({ mail, id, date }: WrittenMail, from: string): Letter => ({
  ...mail,
  id,
  date,
  from: { name: PRODUCT.name, address: from },
  messageId: `<${id}@${mailboxOf(from)?.domain ?? 'localhost'}>`,
})
