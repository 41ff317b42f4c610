import { EMAIL_FAULT } from './email.ts'
import { DETAIL_FIELDS, profileDetails, type ProfileDetails } from '../events/profile.ts'
import { TARGETS, whatsappNumber } from './links.ts'
import { phoneDigits, shownPhone } from './phone.ts'
import { clean, isOf, webAddress, writtenAddress } from './web-address.ts'

/** What an owner typed into a field, as it is kept; or what is wrong with it, for people. */
export type Field = { readonly value: string } | { readonly fault: string }

const PHONE_FAULT = 'Escribe un teléfono válido, por ejemplo +56 9 1234 5678.'
const ADDRESS_FAULT = 'Escribe una dirección que empiece con https://'

/** Eight digits may be a mobile without its 9, of before 2016: asked, never guessed. */
function phoneFault(typed: string): string {
  const digits = clean(typed).replace(/\D/g, '')
  const guess = digits.length === 8 ? shownPhone(`9${digits}`) : undefined
  return guess === undefined ? PHONE_FAULT : `¿Falta el 9? Si es ${guess}, escríbelo completo.`
}

function phone(typed: string): Field {
  const digits = phoneDigits(typed)
  return digits === undefined ? { fault: phoneFault(typed) } : { value: `+${digits}` }
}

const email = (typed: string): Field => {
  const target = TARGETS.email(typed)
  return target === undefined ? { fault: EMAIL_FAULT } : { value: target.text }
}

/** A network's field holds the address of one's page there, however it was typed. */
function network(name: 'instagram' | 'linkedin' | 'facebook', called: string, ...hosts: string[]) {
  return (typed: string): Field => {
    const target = TARGETS[name](typed)
    if (target !== undefined) return { value: target.href }
    const url = /[./]/.test(clean(typed)) ? webAddress(typed) : undefined
    return {
      fault:
        url !== undefined && !isOf(url, ...hosts)
          ? `Esa dirección no es de ${called}. Puedes ponerla en tu enlace propio.`
          : `Escribe tu usuario de ${called}, o la dirección de tu página ahí.`,
    }
  }
}

function address(typed: string): Field {
  const url = webAddress(typed)
  return url === undefined ? { fault: ADDRESS_FAULT } : { value: writtenAddress(url, typed) }
}

function customLink(typed: string): Field {
  if (!/^(?:mailto|tel):/i.test(clean(typed))) return address(typed)
  const target = TARGETS.custom_link(typed)
  return target === undefined ? { fault: ADDRESS_FAULT } : { value: target.href }
}

// Copying brings along what nobody sees. What joins emoji, or letters of other scripts, stays.
const UNSEEN = /[\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** Line breaks of one kind, as browsers show them and give them back: or a form that was only opened would change them. */
const trimmed = (typed: string): Field => ({
  value: typed
    .replace(UNSEEN, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .trim(),
})

const FIELDS: Readonly<Record<keyof ProfileDetails, (typed: string) => Field>> = {
  name: trimmed,
  lastname: trimmed,
  email,
  position: trimmed,
  company: trimmed,
  bio: trimmed,
  phone,
  whatsapp: (typed) => phone(whatsappNumber(typed)),
  instagram: network('instagram', 'Instagram', 'instagram.com', 'instagr.am'),
  linkedin: network('linkedin', 'LinkedIn', 'linkedin.com', 'lnkd.in'),
  facebook: network('facebook', 'Facebook', 'facebook.com', 'fb.com', 'fb.me'),
  website: address,
  custom_link: customLink,
  custom_link_title: trimmed,
}

/** A field as it is kept. Nothing typed is an absent field, and always welcome. */
export function fieldOf(name: keyof ProfileDetails, typed: string): Field {
  if (clean(typed) === '') return { value: '' }
  const field = FIELDS[name](typed)
  if ('fault' in field) return field
  // An address that is written out in full is longer than what was typed.
  const storable = profileDetails.shape[name].safeParse(field.value)
  return storable.success ? field : { fault: storable.error.issues[0]?.message ?? ADDRESS_FAULT }
}

export interface TypedDetails {
  /** As they are kept. */
  readonly values: Partial<ProfileDetails>
  /** What was typed, where it is kept otherwise. */
  readonly typed: Partial<Record<keyof ProfileDetails, string>>
  readonly fault: { readonly field: keyof ProfileDetails; readonly message: string } | undefined
}

/** Reads what an owner typed; the first field at fault is named. */
export function typedDetails(given: {
  readonly [F in keyof ProfileDetails]?: string | undefined
}): TypedDetails {
  const values: Partial<Record<keyof ProfileDetails, string>> = {}
  const typed: Partial<Record<keyof ProfileDetails, string>> = {}
  for (const name of DETAIL_FIELDS) {
    const text = given[name]
    if (text === undefined) continue
    const field = fieldOf(name, text)
    if ('fault' in field) return { values, typed, fault: { field: name, message: field.fault } }
    values[name] = field.value
    if (field.value !== text) typed[name] = text
  }
  return { values, typed, fault: undefined }
}

/** Fixed lines do not use WhatsApp by default: people are warned, and may go on. */
export const isUnlikelyWhatsapp = (typed: string): boolean =>
  /^56(?!9\d{8}$)/.test(phoneDigits(whatsappNumber(typed)) ?? '')
