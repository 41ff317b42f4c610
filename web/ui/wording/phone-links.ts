import { phoneDigits, shownPhone } from '@app/contracts/fields/phone.ts'

export interface PhoneLinks {
  readonly text: string
  readonly tel: string
  readonly whatsapp: string | undefined
}

/** In Chile, mobile numbers start with 9. Foreign numbers cannot be distinguished. */
const FIXED_LINE = /^56(?!9\d{8}$)/

export function phoneLinks(typed: string): PhoneLinks | undefined {
  const [digits, text] = [phoneDigits(typed), shownPhone(typed)]
  if (digits === undefined || text === undefined) return undefined
  return {
    text,
    tel: `tel:+${digits}`,
    whatsapp: FIXED_LINE.test(digits) ? undefined : `https://wa.me/${digits}`,
  }
}
