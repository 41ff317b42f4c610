import { mailboxOf } from '@app/contracts/fields/email.ts'

const COMMON = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com']
/** One letter from a common one, and no mistake. */
const OTHERS: ReadonlySet<string> = new Set([...COMMON, 'mail.com', 'email.com', 'ymail.com'])

/** One letter more, less or other, or two in the wrong order. */
function isOneEditAway(typed: string, meant: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at += 1
  const [rest, other] = [typed.slice(at), meant.slice(at)]
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2)
  return rest.slice(1) === other.slice(1) || rest.slice(1) === other || rest === other.slice(1) || isSwapped
}

/** The domain that was probably meant; Gmail has no other one. */
export function likelyDomain(email: string): string | undefined {
  const domain = mailboxOf(email.trim())?.domain.toLowerCase()
  if (domain === undefined || OTHERS.has(domain)) return undefined
  if (domain.startsWith('gmail.')) return 'gmail.com'
  return COMMON.find((meant) => isOneEditAway(domain, meant))
}
