import { LIMITS } from '../limits/limits.ts'
import { readable, filledLine } from './text.ts'
import { clean } from './web-address.ts'

// No quoted local parts, and nothing that could start a second recipient or a header field.
const MAILBOX = /^([^\s@"<>()[\]\\,;:?\p{Cc}\p{Cf}\p{Cs}]+)@((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,})$/u

export function mailboxOf(text: string): { readonly local: string; readonly domain: string } | undefined {
  const [, local, domain] = MAILBOX.exec(text) ?? []
  return local === undefined || domain === undefined ? undefined : { local, domain }
}

/** As mail programs copy it: `Ana Paz <ana@x.cl>`, `mailto:ana@x.cl`, `ana@x.cl;`. A second address is left where it is. */
export function pastedMailbox(text: string): string {
  const [, called = '', bracketed] = /^([^<>]*)<([^<>]*)>[\s,;]*$/.exec(text) ?? []
  const address = (bracketed ?? text.replace(/(?<![\s,;])[\s,;]+$/, '')).trim().replace(/^mailto:/i, '')
  const isNamed =
    !called.includes('@') || called.replace(/["'\s]/g, '').toLowerCase() === address.toLowerCase()
  return isNamed && mailboxOf(address) !== undefined ? address : text
}

export const EMAIL_FAULT = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'

const TYPED = { format: 'idn-email', pattern: `^\\s*${MAILBOX.source.slice(1, -1)}\\s*$` }

/** NFKC, for display. It can be longer than the typed text, so the length is checked again. */
const addressTyped = (typed: ReturnType<typeof filledLine>) =>
  typed
    .meta(TYPED)
    .transform((text) => pastedMailbox(clean(text).normalize('NFKC')))
    .refine((text) => mailboxOf(text) !== undefined, EMAIL_FAULT)
    .pipe(filledLine(LIMITS.emailCharsMax))

export const emailAddress = addressTyped(filledLine(LIMITS.emailCharsMax))

/** @param unfilled the refusal of an empty one */
export const emailAddressOr = (unfilled: string) => addressTyped(filledLine(LIMITS.emailCharsMax, unfilled))

export const normalEmail = (email: string): string =>
  pastedMailbox(readable(clean(readable(email)).normalize('NFKC')).trim())
    .toLowerCase()
    .normalize('NFKC')

/** In ASCII (IDNA), as domains are looked up. */
function lookedUp(domain: string): string {
  try {
    return new URL(`https://${domain}`).hostname
  } catch {
    return domain
  }
}

/** The same for all spellings of one address. Streams of accounts are named by it. */
export function deliveredTo(email: string): string {
  const normal = normalEmail(email)
  const mailbox = mailboxOf(normal)
  return mailbox === undefined ? normal : `${mailbox.local}@${lookedUp(mailbox.domain)}`
}

const IGNORES_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** Mail to `ana+feria@` arrives at `ana@`, and Gmail ignores dots. Names limits and refusals; never written to. */
export function mailboxBehind(email: string): string {
  const delivered = deliveredTo(email)
  const { local, domain } = mailboxOf(delivered) ?? {}
  if (local === undefined || domain === undefined) return delivered
  const untagged = local.replace(/(?!^)\+.*$/, '')
  return IGNORES_DOTS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

const HIDDEN = '•••'

export function maskedEmail(email: string): string {
  const { local, domain } = mailboxOf(email) ?? {}
  if (local === undefined || domain === undefined) return HIDDEN
  const [first] = local
  const [second] = domain
  return `${first}${HIDDEN}@${second}${HIDDEN}${domain.slice(domain.lastIndexOf('.'))}`
}

const COMMON = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com']
const OTHERS: ReadonlySet<string> = new Set([...COMMON, 'mail.com', 'email.com', 'ymail.com', 'cloud.com'])
/** No domain ends so. */
const MEANT_COM = /\.(?:con|cpm|cim|xom|vom|comm|coom|cmo|ocm|c0m)$/

/** One letter more, less or other, or two in the wrong order. */
function isOneEditAway(typed: string, meant: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at += 1
  const [rest, other] = [typed.slice(at), meant.slice(at)]
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2)
  return rest.slice(1) === other.slice(1) || rest.slice(1) === other || rest === other.slice(1) || isSwapped
}

/** Gmail has no other domain. */
function likelyDomain(typed: string): string {
  const domain = typed.toLowerCase().replace(MEANT_COM, '.com')
  if (OTHERS.has(domain)) return domain
  if (domain.startsWith('gmail.')) return 'gmail.com'
  return COMMON.find((meant) => isOneEditAway(domain, meant)) ?? domain
}

/** The address that was probably meant; undefined unless it is another one than the typed one. */
export function likelyEmail(typed: string): string | undefined {
  const { local, domain } = mailboxOf(pastedMailbox(clean(typed))) ?? {}
  if (local === undefined || domain === undefined) return undefined
  const meant = likelyDomain(domain)
  const likely = `${local}@${meant === domain.toLowerCase() ? domain : meant}`
  return likely === pastedMailbox(clean(typed)) ? undefined : likely
}
