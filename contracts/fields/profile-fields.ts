import {
  type ImageKind,
  type ProfileDetails,
  type ProfileTheme,
  DETAIL_FIELDS,
  profileDetails,
} from '../profiles.ts'
import { EMAIL_FAULT, likelyEmail } from './email.ts'
import { SOCIAL, TARGETS, whatsappNumber } from './links.ts'
import { phoneDigits, phoneFault } from './phone.ts'
import { NETWORK_NAMES } from '../traffic/kinds.ts'
import { readable } from './text.ts'
import { clean, isOf, webAddress, writtenAddress } from './web-address.ts'

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

export const PRESET_NAMES: readonly (readonly [id: PresetId, name: string])[] = [
  ['blue', 'Celeste'],
  ['green', 'Bosque'],
  ['purple', 'Violeta'],
  ['dark', 'Noche'],
  ['warm', 'Cálido'],
]

export const themeName = (theme: ProfileTheme['theme_color']): string =>
  PRESET_NAMES.find(([id]) => id === theme)?.[1] ?? 'Colores propios'

/** `offer`: the text that was probably meant, also beside one that can be stored. */
export type Field = ({ readonly value: string } | { readonly fault: string }) & { readonly offer?: string }

const NO_CHAT_FAULT = 'Esa dirección no es de un chat de WhatsApp. Puedes ponerla en tu enlace propio.'
const ADDRESS_FAULT = 'Escribe una dirección que empiece con https://'

function phone(typed: string): Field {
  const digits = phoneDigits(typed)
  return digits === undefined ? phoneFault(typed) : { value: `+${digits}` }
}

function whatsapp(typed: string): Field {
  const digits = phoneDigits(whatsappNumber(typed))
  if (digits !== undefined) return { value: `+${digits}` }
  const chat = TARGETS.whatsapp(typed)
  if (chat !== undefined) return { value: chat.href }
  return typed.includes('/') && webAddress(typed) ? { fault: NO_CHAT_FAULT } : phoneFault(typed)
}

const email = (typed: string): Field => {
  const [target, likely] = [TARGETS.email(typed), likelyEmail(typed)]
  const field = target === undefined ? { fault: EMAIL_FAULT } : { value: target.text }
  return { ...field, ...(likely !== undefined && { offer: likely }) }
}

function network(name: keyof typeof SOCIAL) {
  const called = NETWORK_NAMES[name]
  return (typed: string): Field => {
    const target = TARGETS[name](typed)
    if (target !== undefined) return { value: target.href }
    const url = /[./]/.test(clean(typed)) ? webAddress(typed) : undefined
    return url === undefined || isOf(url, ...SOCIAL[name].hosts)
      ? { fault: `Escribe tu usuario de ${called}, o la dirección de tu página ahí.` }
      : { fault: `Esa dirección no es de ${called}. Puedes ponerla en tu enlace propio.` }
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

export function fieldOf(name: keyof ProfileDetails, typed: string): Field {
  if (clean(typed) === '') return { value: '' }
  const field = FIELDS[name](typed)
  if ('fault' in field) return field
  const storable = profileDetails.shape[name].safeParse(field.value)
  return storable.success ? field : { fault: storable.error.issues[0]?.message ?? ADDRESS_FAULT }
}

export interface TypedDetails {
  readonly values: Partial<ProfileDetails>
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
