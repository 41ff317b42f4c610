import PostalMime, { type Email } from 'postal-mime'
import { readRefusal, type ReadRefusal } from './read-refusal.ts'

/** A mail server's later report about a mail that it had accepted. */
export interface DeliveryReport extends ReadRefusal {
  /** From the envelope sender that the report went to; identifies the mail. */
  readonly token: string
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
/** RFC 3464, and RFC 6533 for addresses beyond ASCII. */
const REPORT_PART = /^message\/(?:global-)?delivery-status$/
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
  const refusal = refusalIn(email)
  if (token === undefined || refusal === undefined) return undefined
  return { token, cause: refusal.cause, status: refusal.status ?? NO_REASON }
}

const tokenIn = ({ headers }: Email): string | undefined =>
  headers
    .filter(({ key }) => RECIPIENT_HEADERS.has(key))
    .map(({ value }) => TOKEN.exec(value)?.[1]?.toLowerCase())
    .find((token) => token !== undefined)

/** Only a failure has one: a delay, a delivery, a receipt, an absence or anything else in words decides nothing. */
function refusalIn({ attachments }: Email): ReadRefusal | undefined {
  const report = attachments.find(({ mimeType }) => REPORT_PART.test(mimeType))
  return typeof report?.content === 'string' ? failureIn(report.content) : undefined
}

/** With several recipients the mailbox forwards the mail: it exists if one of theirs does. */
function failureIn(report: string): ReadRefusal | undefined {
  const unfolded = unixLines(report).replace(/\n[ \t]+(?=\S)/g, ' ')
  const failures = unfolded
    .split(/\n\s*\n/)
    .filter((recipient) => /^Action:\s*failed\b/im.test(recipient))
    .map((recipient) => readRefusal(diagnosisOf(recipient), fieldOf(recipient, 'Status')))
  return failures.find(({ cause }) => cause !== 'gone') ?? failures[0]
}

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n')

const fieldOf = (recipient: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)`, 'im').exec(recipient)?.[1] ?? ''

/** Without the type before it (`smtp; 550 …`). */
const diagnosisOf = (recipient: string): string =>
  fieldOf(recipient, 'Diagnostic-Code').replace(/^[\w-]+;\s*/, '')
