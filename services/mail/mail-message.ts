/** A picture shown in the HTML by `cid`, or a file to save. */
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
  /** Where delivery reports go; the sender's address by default. */
  readonly envelopeFrom?: string
  readonly listUnsubscribe?: ListUnsubscribe
  readonly attachments?: readonly MailAttachment[]
}

/** RFC 8058: whoever posts to this address is unsubscribed. */
export interface ListUnsubscribe {
  readonly url: string
}

export interface OutgoingMail extends Mail {
  readonly from: { readonly name: string; readonly address: string }
  /** Marks a second copy, sent because the server's answer was lost. */
  readonly messageId: string
  readonly id: string
  readonly date: Date
}

/** What became of a mail that was handed over once. Reasons hold no address and none of the server's text. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** All of it was written, and no reply came: it may have been taken. */
  | { readonly kind: 'uncertain'; readonly reason: string }
  /** Not taken, and worth another try. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A 5xx to this recipient or this text; `status` is the enhanced code (RFC 3463) where one was given. */
  | { readonly kind: 'refused'; readonly reason: string; readonly status: string | undefined }

export interface MailTransport {
  readonly atOnce: number
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery>
  /** Absent where mails are out of our hands. */
  readonly takeBack?: (mail: OutgoingMail) => Promise<void>
  /** Closes connections that are kept open. */
  close(): void
}

export class RefusedMail extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the mail was refused: ${code}`)
    this.name = 'RefusedMail'
    this.code = code
  }
}

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
    ...(mail.listUnsubscribe === undefined ? {} : unsubscribeHeaders(mail.listUnsubscribe)),
  },
  // A kept mail has the line ends of one that was sent, CRLF (RFC 5322).
  newline: 'windows' as const,
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Neither folded nor encoded: some providers read them by a plain comparison. */
const unsubscribeHeaders = ({ url }: ListUnsubscribe) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})
