import PostalMime, { type Email } from 'postal-mime'

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

/** Answers undefined unless it is a report about a mail of ours, e.g. for a stranger's mail or an absence note. */
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
  return { token, isGone: refusal.isGone, status: refusal.status ?? NO_REASON }
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
  return failures.find(({ isGone }) => !isGone) ?? failures[0]
}

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n')

const fieldOf = (recipient: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)`, 'im').exec(recipient)?.[1] ?? ''

/** Without the type before it (`smtp; 550 …`). */
const diagnosisOf = (recipient: string): string =>
  fieldOf(recipient, 'Diagnostic-Code').replace(/^[\w-]+;\s*/, '')

export interface ReadRefusal {
  /** The mailbox does not exist. Any other refusal is about this installation, or may pass. */
  readonly isGone: boolean
  /** Enhanced status code (RFC 3463). */
  readonly status: string | undefined
}

/** At the beginning, after a reply (`550 5.1.1`), or marked (`#5.1.1`, `(5.1.1)`); never a part of an address or network. */
const CODE = /(?:^|\b[245]\d\d[ -]+["'#([]?|[#([]|: )([245]\.[0-7]\.\d{1,3})(?!\.?\w|\/)/gm
const NO_MAILBOX: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])
/** Several lines of SMTP, which has 512 bytes for one. Longer texts of strangers would take seconds. */
const ANSWER_CHARS_MAX = 2_000
/** Words of a refusal that is about this installation, or of a mailbox that exists, although the code denies it. */
const OTHER_REASON = new RegExp(
  [
    'gr[ea]y-?list|quota|\\bcuota|storage|box (?:is )?full|\\bllen[oa]\\b',
    'spamhaus|spamcop|barracuda|\\b(?:dns|r)bls?\\b|(?:block|deny) ?list|black ?-?list|\\bblocked|\\bbanned|lista negra|bloquead',
    '\\bspam\\b|unsolicited|reputation|complaints|\\bdkim\\b|\\bdmarc\\b|\\bspf\\b|unauthenticated|\\bhelo\\b|reverse (?:dns|host)',
    '\\bpolic(?:y|ies)\\b|prohibit|access denied|relay(?:ing)? (?:access )?(?:denied|not)|to relay\\b|rcpthosts',
    '\\bptr\\b|\\brdns\\b|\\byour (?:ip|domain|host|server)\\b|registro inverso|\\bsu (?:ip|dominio|servidor)\\b',
    '\\bsending (?:ip|domain|host|server|mta)\\b|\\b(?:of|for) sender\\b|sender (?:address|verif|domain|denied|rejected)|(?:verify|invalid|unknown|bad) sender|remitente',
  ].join('|'),
  'i',
)

/** @param wholeAnswer with its codes, as the server wrote it @param field another status of the same refusal */
export function readRefusal(wholeAnswer: string, field = ''): ReadRefusal {
  const answer = wholeAnswer.slice(0, ANSWER_CHARS_MAX)
  const [reply] = /^[245](?=\d\d\b)/.exec(answer) ?? []
  const own = codesIn(answer).filter((code) => code.startsWith(reply ?? ''))
  const codes = own.some(isExact) ? own : [...codesIn(field), ...own]
  const status = codes.find((code) => NO_MAILBOX.has(code)) ?? codes.find(isExact) ?? codes[0]
  const words = answer.replace(/\S*@\S*/g, '')
  const isGone = reply !== '4' && NO_MAILBOX.has(status ?? '') && !OTHER_REASON.test(words)
  return { isGone, status }
}

const codesIn = (text: string): readonly string[] => [...text.matchAll(CODE)].map(([, code]) => code!)

const isExact = (status: string): boolean => !status.endsWith('.0')
