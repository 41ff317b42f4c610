import { phoneDigits, shownPhone } from '@app/contracts/fields/phone.ts'

export interface PhoneLinks {
  readonly text: string
  readonly tel: string
  /** Absent for fixed lines. */
  readonly whatsapp: string | undefined
}

/** Chile tells mobiles by their 9; of foreign numbers nobody can tell. */
const FIXED_LINE = /^56(?!9\d{8}$)/

/** How to call or write to a phone that somebody typed; undefined where it is no number. */
export function phoneLinks(typed: string): PhoneLinks | undefined {
  const [digits, text] = [phoneDigits(typed), shownPhone(typed)]
  if (digits === undefined || text === undefined) return undefined
  return {
    text,
    tel: `tel:+${digits}`,
    whatsapp: FIXED_LINE.test(digits) ? undefined : `https://wa.me/${digits}`,
  }
}
