import type { RefusalCause } from './read-refusal.ts'

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
  /** The address for delivery reports; by default the sender's. */
  readonly envelopeFrom?: string
  readonly listUnsubscribe?: ListUnsubscribe
  readonly attachments?: readonly MailAttachment[]
}

/** RFC 8058: a POST to this address unsubscribes. */
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

/** The outcome of one attempt to send a mail. Reasons contain neither addresses nor the server's text. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** All of it was written without a reply, so it may have been accepted. */
  | { readonly kind: 'uncertain'; readonly reason: string }
  /** Not accepted; a retry may help. Without a cause no server answered. */
  | { readonly kind: 'failed'; readonly reason: string; readonly cause?: RefusalCause }
  /** No such mailbox, or no mail at all; `status` is the enhanced code (RFC 3463) where one was given. */
  | { readonly kind: 'refused'; readonly reason: string; readonly status: string | undefined }

export interface MailTransport {
  readonly atOnce: number
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery>
  /** Closes pooled connections. */
  close(): void
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
  // A stored mail has the line ends of a sent one, CRLF (RFC 5322).
  newline: 'windows' as const,
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Neither folded nor encoded, because some providers compare them literally. */
const unsubscribeHeaders = ({ url }: ListUnsubscribe) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})
