import { mailboxOf, pastedMailbox } from './email.ts'
import { withPlainSigns, clean } from './web-address.ts'

const COMMON = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com']
/** One letter from a common one, and no mistake. */
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
  const { local, domain } = mailboxOf(pastedMailbox(withPlainSigns(clean(typed)))) ?? {}
  if (local === undefined || domain === undefined) return undefined
  const meant = likelyDomain(domain)
  const likely = `${local}@${meant === domain.toLowerCase() ? domain : meant}`
  return likely === pastedMailbox(clean(typed)) ? undefined : likely
}
