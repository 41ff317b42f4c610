import PostalMime, { type Email } from 'postal-mime'

/** A mail server's later report about a mail that it had accepted. */
export interface DeliveryReport {
  /** From the envelope sender that the report went to; identifies the mail. */
  readonly token: string
  /** Enhanced status code (RFC 3463). */
  readonly status: string
}

/** Envelope senders are `rebotes+<token>@`. */
const BOUNCE_MAILBOX = 'rebotes'

export const bounceAddress = (token: string, domain: string): string => `${BOUNCE_MAILBOX}+${token}@${domain}`

export const REPORT_BYTES_MAX = 1024 * 1024

/** Limited, because hostile mails take seconds a megabyte. The returned mail comes last and is not needed. */
const READ_BYTES_MAX = 128 * 1024

const RECIPIENT_HEADERS: ReadonlySet<string> = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to'])
const TOKEN = new RegExp(`\\b${BOUNCE_MAILBOX}\\+([a-z2-7]{1,64})@`, 'i')
const STATUS_FIELD = /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im
const STATUS_IN_TEXT = /\b([45]\.\d{1,3}\.\d{1,3})\b/
const POSTMASTER = /^(?:mailer-daemon|postmaster)@/i
const NO_REASON = '5.0.0'

/** Answers undefined unless it is a report about a known mail, e.g. for a stranger's mail or an absence note. */
export async function readDeliveryReport(raw: Uint8Array): Promise<DeliveryReport | undefined> {
  if (raw.length > REPORT_BYTES_MAX) return undefined
  const email = await PostalMime.parse(raw.subarray(0, READ_BYTES_MAX), {
    attachmentEncoding: 'utf8',
    maxNestingDepth: 16,
  }).catch(() => undefined)
  if (email === undefined) return undefined
  const token = tokenIn(email)
  const status = statusIn(email)
  return token === undefined || status === undefined ? undefined : { token, status }
}

const tokenIn = ({ headers }: Email): string | undefined =>
  headers
    .filter(({ key }) => RECIPIENT_HEADERS.has(key))
    .map(({ value }) => TOKEN.exec(value)?.[1]?.toLowerCase())
    .find((token) => token !== undefined)

/** Reads the machine-readable part (RFC 3464); some servers send only text. */
function statusIn(email: Email): string | undefined {
  const report = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (typeof report?.content === 'string') return STATUS_FIELD.exec(report.content)?.[1] ?? NO_REASON
  if (!POSTMASTER.test(email.from?.address ?? '')) return undefined
  return STATUS_IN_TEXT.exec(`${email.subject ?? ''}\n${email.text ?? ''}`)?.[1] ?? NO_REASON
}
