import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { TARGETS, whatsappNumber } from '@app/contracts/fields/links.ts'
import { phoneDigits } from '@app/contracts/fields/phone.ts'

export interface CardNumber {
  readonly type: 'CELL,VOICE' | 'WORK,VOICE'
  /** E.164 if the number is valid, else the digits as typed. */
  readonly number: string
  readonly label?: string
}

/** Chile's mobiles, and old ones that still lack their 9. The library calls some of these unassigned. */
const CHILEAN_MOBILE = /^(?:\+569\d{8}|[5-9]\d{7})$/

/** Countries whose mobiles look like others; who publishes one on a card has it with them. */
const MAYBE_MOBILE = /^\+(?!56)/

function typeOf(number: string): CardNumber['type'] {
  const type = parsePhoneNumberFromString(number)?.getType()
  const isMobile =
    CHILEAN_MOBILE.test(number) ||
    type === 'MOBILE' ||
    (MAYBE_MOBILE.test(number) && (type === 'FIXED_LINE_OR_MOBILE' || type === undefined))
  return isMobile ? 'CELL,VOICE' : 'WORK,VOICE'
}

function dialable(phone: string): string {
  const digits = phoneDigits(phone)
  return digits === undefined ? phone.replaceAll(/[^\d+]/g, '') : `+${digits}`
}

/** Every number on the card, once: a number that is also the phone's needs no label. */
export function numbersOf(profile: PublicProfile): readonly CardNumber[] {
  const { phone, whatsapp, custom_link, custom_link_title } = profile
  const chat = TARGETS.whatsapp(whatsapp) && phoneDigits(whatsappNumber(whatsapp))
  const title = custom_link_title.trim()
  const link = (title !== '' && TARGETS.custom_link(custom_link)?.href) || ''
  const shown = [
    { number: dialable(phone) },
    { number: chat === undefined ? '' : `+${chat}`, label: 'WhatsApp' },
    { number: link.startsWith('tel:') ? link.slice('tel:'.length) : '', label: title },
  ]
  return shown
    .filter(({ number }, at) => number !== '' && shown.findIndex((other) => other.number === number) === at)
    .map((one) => ({ ...one, type: typeOf(one.number) }))
}
