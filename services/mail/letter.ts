export interface Mail {
  /** Exactly one mailbox, without a name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail with all that its headers say, the same in each try. */
export interface Letter extends Mail {
  readonly from: { readonly name: string; readonly address: string }
  /** Whoever gets it twice, because an answer of the server was lost, can tell. */
  readonly messageId: string
  readonly id: string
  readonly date: Date
}

/** Brings letters out of the house. */
export interface Post {
  /** How many letters at once. */
  readonly atOnce: number
  /** @throws RefusedLetter when another try would not help */
  bring(letter: Letter, signal: AbortSignal): Promise<void>
}

export class RefusedLetter extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the mail was refused: ${code}`)
    this.name = 'RefusedLetter'
    this.code = code
  }
}

/** A letter as nodemailer wants it. Addresses go in as objects: nothing in them is parsed again. */
export const messageOf = ({ from, to, subject, text, html, messageId, date }: Letter) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  envelope: { from: from.address, to: [to] },
  subject,
  text,
  html,
  messageId,
  date,
  // Not for answering machines to answer.
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})
