import {
  type ImageKind,
  type ProfileDetails,
  type ProfileTheme,
  DETAIL_FIELDS,
  profileDetails,
} from '../profiles.ts'
import { EMAIL_FAULT, likelyEmail } from './email.ts'
import { SOCIAL_HOSTS, TARGETS, whatsappNumber } from './links.ts'
import { lacksCountry, PHONE_FAULT, phoneDigits, shownPhone } from './phone.ts'
import { NETWORK_NAMES } from '../traffic/kinds.ts'
import { readable } from './text.ts'
import { plainAddress, clean, isOf, webAddress, writtenAddress } from './web-address.ts'

/** As owners read them in the editor, and again in the history. */
export const DETAIL_LABELS: Readonly<Record<keyof ProfileDetails, string>> = {
  name: 'Nombre',
  lastname: 'Apellido',
  position: 'Cargo',
  company: 'Empresa',
  bio: 'Biografía',
  phone: 'Teléfono',
  whatsapp: 'WhatsApp',
  email: 'Correo electrónico',
  website: 'Sitio Web',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  custom_link: 'Enlace',
  custom_link_title: 'Título del enlace',
}

export const IMAGE_FIELD_OF = {
  'profile-image': 'profile_image',
  'company-logo': 'company_logo',
  'background-image': 'background_image',
} as const satisfies Record<ImageKind, string>

export const IMAGE_LABELS: Readonly<Record<ImageKind, string>> = {
  'profile-image': 'Foto',
  'company-logo': 'Logo',
  'background-image': 'Imagen de fondo',
}

export const THEME_LABELS: Readonly<Record<keyof ProfileTheme, string>> = {
  theme_color: 'Tema',
  background_color: 'Color de fondo',
  text_color: 'Color del texto',
  button_color: 'Color de los botones',
}

export type PresetId = Exclude<ProfileTheme['theme_color'], 'custom'>

/** In the order in which they are offered. */
export const PRESET_NAMES: readonly (readonly [id: PresetId, name: string])[] = [
  ['blue', 'Celeste'],
  ['green', 'Bosque'],
  ['purple', 'Violeta'],
  ['dark', 'Noche'],
  ['warm', 'Cálido'],
]

export const themeName = (theme: ProfileTheme['theme_color']): string =>
  PRESET_NAMES.find(([id]) => id === theme)?.[1] ?? 'Colores propios'

const BETWEEN_WORDS = /[\s<>()[\]{}"'«»“”‘’|,;]+/u
const BETWEEN_NUMBERS = /[^\d+\s().\p{Pd}]+|\s\p{Pd}+\s/u
const FINAL_MARKS = /(?<![.:!?])[.:!?]+$/

const words = (text: string): readonly string[] => text.split(BETWEEN_WORDS)
const addresses = (text: string): readonly string[] => words(text).filter((word) => word.includes('/'))
const numbers = (text: string): readonly string[] => text.split(BETWEEN_NUMBERS)
const named = (text: string): readonly string[] => words(text).filter((word) => /^@|\//.test(word))

const PIECES: Partial<Record<keyof ProfileDetails, (text: string) => readonly string[]>> = {
  email: (text) => text.split(/[:?]/).flatMap(words),
  phone: numbers,
  whatsapp: (text) => [...addresses(text), ...numbers(text)],
  instagram: named,
  linkedin: named,
  facebook: named,
  website: words,
  custom_link: words,
}

/** Parts of a pasted text of which one may be what the field takes: `Fono: +56 2 2345 6789 anexo 123`. */
const piecesOf = (name: keyof ProfileDetails, typed: string): readonly string[] =>
  (PIECES[name]?.(clean(typed).normalize('NFKC')) ?? []).map((piece) => piece.replace(FINAL_MARKS, '').trim())

/** The correction that one press makes: complete the text, or move it to the custom link. */
export type Offer = { readonly complete: string } | { readonly moveTo: 'custom_link' }
export type Field = ({ readonly value: string } | { readonly fault: string }) & { readonly offer?: Offer }

const COUNTRY_FAULT =
  'No parece un número de Chile. Si es de otro país, escríbelo con su código, por ejemplo +54 9 11 2345 6789.'
const NO_CHAT_FAULT = 'Esa dirección no es de un chat de WhatsApp. Puedes ponerla en tu enlace propio.'
const ADDRESS_FAULT = 'Escribe una dirección que empiece con https://'

/** Eight digits may be a mobile number from before 2016, without its 9: ask the owner, never guess. */
function phoneFault(typed: string): Field {
  const digits = clean(typed).replace(/\D/g, '')
  if (lacksCountry(typed)) {
    const chilean = /^0?\d{9}$/.test(digits) ? shownPhone(`+56${digits.replace(/^0/, '')}`) : undefined
    return { fault: COUNTRY_FAULT, ...(chilean === undefined ? {} : { offer: { complete: chilean } }) }
  }
  const guess = digits.length === 8 ? shownPhone(`9${digits}`) : undefined
  if (guess === undefined) return { fault: PHONE_FAULT }
  return { fault: `¿Falta el 9? Si es ${guess}, escríbelo completo.`, offer: { complete: guess } }
}

function phone(typed: string): Field {
  const digits = phoneDigits(typed)
  return digits === undefined ? phoneFault(typed) : { value: `+${digits}` }
}

function whatsapp(typed: string): Field {
  const target = TARGETS.whatsapp(typed)
  const number = whatsappNumber(typed)
  if (!/\p{L}/u.test(number) || /\s/.test(clean(typed)) || !typed.includes('/')) return phone(number)
  if (target !== undefined) return { value: target.href }
  if (webAddress(typed) === undefined) return { fault: PHONE_FAULT }
  return { fault: NO_CHAT_FAULT, offer: { moveTo: 'custom_link' } }
}

const email = (typed: string): Field => {
  const target = TARGETS.email(typed)
  return target === undefined ? { fault: EMAIL_FAULT } : { value: target.text }
}

function network(name: keyof typeof SOCIAL_HOSTS) {
  const called = NETWORK_NAMES[name]
  return (typed: string): Field => {
    const target = TARGETS[name](typed)
    if (target !== undefined) return { value: target.href }
    const url = /[./]/.test(clean(typed)) ? webAddress(typed) : undefined
    if (url === undefined || isOf(url, ...SOCIAL_HOSTS[name]))
      return { fault: `Escribe tu usuario de ${called}, o la dirección de tu página ahí.` }
    return {
      fault: `Esa dirección no es de ${called}. Puedes ponerla en tu enlace propio.`,
      offer: { moveTo: 'custom_link' },
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

/** One kind of line break, as browsers return it: otherwise a form that was only opened would change the text. */
const trimmed = (typed: string): Field => ({
  value: readable(typed)
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
  whatsapp,
  instagram: network('instagram'),
  linkedin: network('linkedin'),
  facebook: network('facebook'),
  website: address,
  custom_link: customLink,
  custom_link_title: trimmed,
}

/** A mobile as Argentina dials it itself; from abroad it has a 9 before the area, and no 15. */
const MOBILE_15 = /^(?:(11)15(\d{8})|([23]\d\d)15(\d{7})|([23]\d{3})15(\d{6}))$/

function withArgentineNine(typed: string): string | undefined {
  const national = /^54(?!9)(\d+)$/.exec(phoneDigits(whatsappNumber(typed)) ?? '')?.[1]
  const plain = national?.replace(MOBILE_15, '$1$2$3$4$5$6')
  return plain?.length === 10 ? `+549${plain}` : undefined
}

/** The text that was probably meant; there may be one though the typed one can be stored. */
function likelyText(name: keyof ProfileDetails, typed: string): string | undefined {
  if (name === 'email') return likelyEmail(typed)
  if (name === 'whatsapp') return withArgentineNine(typed)
  return /^(?:website|custom_link|linkedin|instagram|facebook)$/.test(name) ? plainAddress(typed) : undefined
}

export function fieldOf(name: keyof ProfileDetails, typed: string): Field {
  if (clean(typed) === '') return { value: '' }
  const likely = likelyText(name, typed)
  const isBetter = likely !== undefined && 'value' in FIELDS[name](likely)
  const field = { ...FIELDS[name](typed), ...(isBetter ? { offer: { complete: likely } } : {}) }
  if ('fault' in field) return field.offer === undefined ? withOffer(field.fault, name, typed) : field
  const storable = profileDetails.shape[name].safeParse(field.value)
  return storable.success ? field : { fault: storable.error.issues[0]?.message ?? ADDRESS_FAULT }
}

/** Offers the first part of a pasted text that the field would take. */
function withOffer(fault: string, name: keyof ProfileDetails, typed: string): Field {
  for (const piece of piecesOf(name, typed)) {
    const field = FIELDS[name](piece)
    if (piece === '' || 'fault' in field) continue
    return { fault, offer: { complete: shownPhone(field.value) ?? field.value } }
  }
  return { fault }
}

export interface TypedDetails {
  readonly values: Partial<ProfileDetails>
  /** The typed texts of fields whose stored value differs. */
  readonly typed: Partial<Record<keyof ProfileDetails, string>>
  readonly fault: { readonly field: keyof ProfileDetails; readonly message: string } | undefined
}

export function typedDetails(texts: {
  readonly [F in keyof ProfileDetails]?: string | undefined
}): TypedDetails {
  const values: Partial<Record<keyof ProfileDetails, string>> = {}
  const typed: Partial<Record<keyof ProfileDetails, string>> = {}
  for (const name of DETAIL_FIELDS) {
    const text = texts[name]
    if (text === undefined) continue
    const field = fieldOf(name, text)
    if ('fault' in field) return { values, typed, fault: { field: name, message: field.fault } }
    values[name] = field.value
    if (field.value !== text) typed[name] = text
  }
  return { values, typed, fault: undefined }
}

/** By default fixed lines have no WhatsApp. The form warns and accepts the number. */
export const isUnlikelyWhatsapp = (typed: string): boolean =>
  /^56(?!9\d{8}$)/.test(phoneDigits(whatsappNumber(typed)) ?? '')
