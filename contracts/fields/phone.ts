import { clean } from './web-address.ts'

const ORNAMENTS = /[\s().\p{Pd}\u2212]/gu

/** Digits with the country code, by default Chile's. Eight digits are refused: the 9 of a mobile may be missing. */
export function phoneDigits(typed: string): string | undefined {
  const compact = clean(typed).normalize('NFKC').replace(/^tel:/i, '').replace(ORNAMENTS, '')
  const [, lead, digits] = /^(\+|00|0)?(\d+)$/.exec(compact) ?? []
  if (digits === undefined) return undefined
  const whole = lead === '+' || lead === '00' ? digits : withCountry(digits)
  const plain = whole?.replace(/^560(?=\d{9}$)/, '56') ?? '' // +56 (0)9…
  return (plain.startsWith('56') ? CHILEAN : FOREIGN).test(plain) ? plain : undefined
}

/** Nine national digits, or a 600 or 800 line. */
const CHILEAN = /^56(?:[2-9]\d{8}|[68]00\d{7})$/
const FOREIGN = /^[1-9]\d{7,14}$/

function withCountry(digits: string): string | undefined {
  if (digits.length === 9 || /^[68]00\d{7}$/.test(digits)) return `56${digits}`
  return digits.length >= 11 ? digits : undefined
}

/** `+56 9 1234 5678` for Chile; foreign numbers stay grouped as typed. */
export function shownPhone(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  if (digits === undefined) return undefined
  const chilean = /^56([29])(\d{4})(\d{4})$/.exec(digits) ?? /^56(\d{2})(\d{3})(\d{4})$/.exec(digits)
  if (chilean) return `+56 ${chilean.slice(1).join(' ')}`
  const asTyped = clean(typed).normalize('NFKC').replace(/\s+/g, ' ')
  return asTyped.startsWith('+') ? asTyped : `+${digits}`
}
