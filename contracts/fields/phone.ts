import { clean } from './web-address.ts'

const PHONE_FAULT = 'Escribe un teléfono válido, por ejemplo +56 9 1234 5678.'

/** `+44 (0)20 …`: dialled only within the country. */
const TRUNK_ZERO = /^((?:\+|00)\s*[1-9]\d{0,2})[\s-]*\(0\)/
const ORNAMENTS = /[\s().\p{Pd}\u2212]/gu

/** Digits with the country code. Without one, only what begins as Chilean numbers do is Chilean. */
export function phoneDigits(typed: string): string | undefined {
  const compact = compactOf(typed)
  const [, lead, digits] = /^(\+|00|0)?(\d+)$/.exec(compact) ?? []
  if (digits === undefined) return undefined
  const whole = lead === '+' || lead === '00' ? digits : withCountry(digits, lead === '0')
  const plain = whole?.replace(/^560(?=\d{9}$)/, '56') ?? '' // +56 (0)9…
  return (plain.startsWith('56') ? CHILEAN : FOREIGN).test(plain) ? plain : undefined
}

const compactOf = (typed: string): string =>
  clean(typed).normalize('NFKC').replace(/^tel:/i, '').replace(TRUNK_ZERO, '$1').replace(ORNAMENTS, '')

const CHILEAN = /^56(?:[2-9]\d{8}|[68]00\d{7})$/
const FOREIGN = /^[1-9]\d{7,14}$/
/** Mobiles, Santiago, the other areas (whose numbers begin with 2 or 3), and lines that are charged otherwise. */
const NATIONAL =
  /^(?:9\d{8}|2[23]\d{7}|(?:3[2-5]|4[1-5]|5[1-357-8]|6[13-57]|7[1-35])[23]\d{6}|600\d{7}|800\d{6})$/

/** No area of North America begins so: a Brazilian number without its country. */
const NO_AMERICAN = /^1(?![2-9]\d\d[2-9]\d{6}$)/

/** Eight digits are refused: the 9 of a mobile may be missing. A zero leads national numbers, here and elsewhere. */
function withCountry(digits: string, isNational: boolean): string | undefined {
  if (NATIONAL.test(digits)) return `56${digits}`
  return digits.length >= 11 && !isNational && !NO_AMERICAN.test(digits) ? digits : undefined
}

/** `+56 9 1234 5678` for Chile; foreign numbers stay grouped as typed. */
export function shownPhone(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  if (digits === undefined) return undefined
  const chilean =
    /^56([29])(\d{4})(\d{4})$/.exec(digits) ??
    /^56(800)(\d{3})(\d{3})$/.exec(digits) ??
    /^56(\d{2})(\d{3})(\d{4})$/.exec(digits)
  if (chilean) return `+56 ${chilean.slice(1).join(' ')}`
  const asTyped = clean(typed).normalize('NFKC').replace(/\s+/g, ' ')
  return asTyped.startsWith('+') ? asTyped : `+${digits}`
}

/** In Chile, mobile numbers start with 9. Foreign numbers cannot be distinguished. */
const FIXED_LINE = /^56(?!9\d{8}$)/

export function phoneLinks(typed: string) {
  const [digits, text] = [phoneDigits(typed), shownPhone(typed)]
  if (digits === undefined || text === undefined) return undefined
  return {
    text,
    tel: `tel:+${digits}`,
    whatsapp: FIXED_LINE.test(digits) ? undefined : `https://wa.me/${digits}`,
  }
}

/** Eight digits may be a mobile number from before 2016, without its 9: ask the owner, never guess. */
export function phoneFault(typed: string): { readonly fault: string; readonly offer?: string } {
  const digits = typed.replace(/\D/g, '')
  const guess = digits.length === 8 ? shownPhone(`9${digits}`) : undefined
  if (guess === undefined) return { fault: PHONE_FAULT }
  return { fault: `¿Falta el 9? Si es ${guess}, escríbelo completo.`, offer: guess }
}

const PHONE_DIGITS_MIN = 8
export const PHONE_HINT = `Escribe un teléfono de al menos ${PHONE_DIGITS_MIN} dígitos, por ejemplo +56 9 1234 5678.`

export const hasPhoneDigits = (typed: string): boolean => typed.replace(/\D/g, '').length >= PHONE_DIGITS_MIN
