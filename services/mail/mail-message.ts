export interface Mail {
  /** Exactly one mailbox, without a name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface OutgoingMail extends Mail {
  readonly from: { readonly name: string; readonly address: string }
  /** Marks a second copy, sent because the server's answer was lost. */
  readonly messageId: string
  readonly id: string
  readonly date: Date
}

export interface MailTransport {
  readonly atOnce: number
  /** @throws RefusedMail when another try would not help */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>
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
export const messageOf = ({ from, to, subject, text, html, messageId, date }: OutgoingMail) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  envelope: { from: from.address, to: [to] },
  subject,
  text,
  html,
  messageId,
  date,
  // Automatic repliers must not answer (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})
