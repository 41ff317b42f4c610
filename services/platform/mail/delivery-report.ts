import PostalMime, { type Email } from 'postal-mime'

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

/** The cause of a refused mail, and so the fate of later ones to the same mailbox. */
export type RefusalCause =
  /** The mailbox does not exist. */
  | 'gone'
  /** About this installation: its address, name, signatures or reputation. */
  | 'policy'
  /** Anything else: a full mailbox, a busy server, a first mail from a stranger. */
  | 'other'

export interface ReadRefusal {
  readonly cause: RefusalCause
  /** Enhanced status code (RFC 3463). */
  readonly status: string | undefined
}

/** At the beginning, after a reply (`550 5.1.1`), or marked (`#5.1.1`, `(5.1.1)`); never a part of an address or network. */
const CODE = /(?:^|\b[245]\d\d[ -]+["'#([]?|[#([]|: )([245]\.[0-7]\.\d{1,3})(?!\.?\w|\/)/gm
const NO_MAILBOX: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])
/** System, network and security; the others are of our sender. */
const POLICY = /^5\.(?:[347]\.|1\.(?:7|8|90)$)/
/** Several lines of SMTP, which has 512 bytes for one. Longer texts of strangers would take seconds. */
const ANSWER_CHARS_MAX = 2_000
const LATER_WORDS = /gr[ea]y-?list/i
/** Servers without codes, and senders that do not exist for them (`Sender verify failed: no such user`). */
const POLICY_WORDS = new RegExp(
  [
    'spamhaus|spamcop|barracuda|\\b(?:dns|r)bls?\\b|(?:block|deny) ?list|black ?-?list|\\bblocked|\\bbanned|lista negra|bloquead',
    '\\bspam\\b|unsolicited|reputation|complaints|\\bdkim\\b|\\bdmarc\\b|\\bspf\\b|unauthenticated|\\bhelo\\b|reverse (?:dns|host)',
    '\\bpolic(?:y|ies)\\b|prohibit|access denied|relay(?:ing)? (?:access )?(?:denied|not)|to relay\\b|rcpthosts',
    '\\bptr\\b|\\brdns\\b|\\byour (?:ip|domain|host|server)\\b|registro inverso|\\bsu (?:ip|dominio|servidor)\\b',
    '\\bsending (?:ip|domain|host|server|mta)\\b|\\b(?:of|for) sender\\b|sender (?:address|verif|domain|denied|rejected)|(?:verify|invalid|unknown|bad) sender|remitente',
  ].join('|'),
  'i',
)
/** Words of a mailbox that exists, although its code denies it. */
const FULL_WORDS = /quota|\bcuota|storage|box (?:is )?full|\bllen[oa]\b/i
const NO_MAILBOX_WORDS = new RegExp(
  [
    '\\b(?:user|recipient|mailbox|address|account|usuario|destinatario|buz\\S{1,2}n|casilla|cuenta) (?:is |was )?(?:unknown|not found|desconocid|inexistente|no encontrad)',
    '\\b(?:unknown|invalid|no such) (?:local )?(?:user|recipient|mailbox|account|person)|no such address',
    "(?:does not|doesn['’]t) exist|no existe|no mailbox here|not a (?:valid|known) (?:user|recipient|mailbox)",
    "doesn['’]t have an? \\S+ account|unrouteable address|recip(?:ient)?notfound|no longer on server",
    '5\\.5\\.0 requested action not taken: mailbox unavailable',
  ].join('|'),
  'i',
)

/**
 * @param wholeAnswer with its codes, as the server wrote it
 * @param field another status of the same refusal, which a relay may have made of the answer's basic code
 */
export function readRefusal(wholeAnswer: string, field = ''): ReadRefusal {
  const answer = wholeAnswer.slice(0, ANSWER_CHARS_MAX)
  const [reply] = /^[245](?=\d\d\b)/.exec(answer) ?? []
  const own = codesIn(answer).filter((code) => code.startsWith(reply ?? ''))
  const status = byMeaning(own.some(isExact) ? own : [...codesIn(field), ...own])
  const words = answer.replace(/\S*@\S*/g, '')
  return { cause: causeOf({ words, status, isForNow: (reply ?? status?.[0]) === '4' }), status }
}

function causeOf({
  words,
  status = '',
  isForNow,
}: {
  readonly words: string
  readonly status: string | undefined
  readonly isForNow: boolean
}): RefusalCause {
  if (LATER_WORDS.test(words)) return 'other'
  if (POLICY_WORDS.test(words)) return 'policy'
  if (isForNow) return 'other'
  if (POLICY.test(status)) return 'policy'
  if (FULL_WORDS.test(words)) return 'other'
  const isGone = isExact(status) ? NO_MAILBOX.has(status) : NO_MAILBOX_WORDS.test(words)
  return isGone ? 'gone' : 'other'
}

const codesIn = (text: string): readonly string[] => [...text.matchAll(CODE)].map(([, code]) => code!)

const isExact = (status: string): boolean => status !== '' && !status.endsWith('.0')

const byMeaning = (codes: readonly string[]): string | undefined =>
  [...codes].sort((a, b) => meaningOf(b) - meaningOf(a))[0]

/** A code of the address says most; a zero says least. */
function meaningOf(code: string): number {
  const [, subject, detail] = code.split('.')
  return (detail === '0' ? 0 : 2) + (subject === '0' ? 0 : 1) + (subject === '1' && detail !== '0' ? 1 : 0)
}
