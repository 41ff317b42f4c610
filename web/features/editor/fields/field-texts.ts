import { DETAIL_LABELS, fieldOf, isUnlikelyWhatsapp } from '@app/contracts/fields/profile-fields.ts'
import type { ComponentProps } from 'react'
import { DETAIL_FIELDS, type ProfileDetails } from '@app/contracts/profiles.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { profileChanges } from '@app/contracts/profile-calls.ts'

export type DetailName = keyof ProfileDetails
export type Texts = Readonly<Record<DetailName, string>>

interface FieldText {
  readonly label: string
  readonly help?: string
  readonly input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder' | 'autoComplete'>
}

/** `text`, not `url` or `email`: browsers change or refuse what is typed there. */
const address = { inputMode: 'url', autoComplete: 'off' } as const

export const FIELD_TEXTS: Readonly<Record<DetailName, FieldText>> = {
  name: { label: DETAIL_LABELS.name, input: { autoComplete: 'given-name' } },
  lastname: { label: DETAIL_LABELS.lastname, input: { autoComplete: 'family-name' } },
  position: { label: DETAIL_LABELS.position, input: { autoComplete: 'organization-title' } },
  company: { label: DETAIL_LABELS.company, input: { autoComplete: 'organization' } },
  bio: { label: DETAIL_LABELS.bio, help: 'Cuenta en dos líneas en qué ayudas.' },
  phone: {
    label: DETAIL_LABELS.phone,
    help: 'Este número aparecerá en tu tarjeta de contacto (VCF).',
    input: { type: 'tel', placeholder: '+56 9 1234 5678', autoComplete: 'tel' },
  },
  whatsapp: {
    label: DETAIL_LABELS.whatsapp,
    help: 'Con código de país',
    input: { inputMode: 'tel', autoComplete: 'off' },
  },
  email: { label: DETAIL_LABELS.email, input: { inputMode: 'email', autoComplete: 'email' } },
  website: { label: DETAIL_LABELS.website, input: address },
  linkedin: { label: DETAIL_LABELS.linkedin, input: address },
  instagram: { label: DETAIL_LABELS.instagram, help: 'Sin @', input: address },
  facebook: { label: DETAIL_LABELS.facebook, input: address },
  custom_link: { label: DETAIL_LABELS.custom_link, input: address },
  custom_link_title: { label: DETAIL_LABELS.custom_link_title, help: 'Ej.: Agenda una reunión' },
}

interface FieldGroup {
  readonly title: string
  readonly names: readonly DetailName[]
}

export const FIELD_GROUPS: readonly FieldGroup[] = [
  { title: 'Identidad', names: ['name', 'lastname', 'position', 'company', 'bio'] },
  { title: 'Contacto', names: ['phone', 'whatsapp', 'email', 'website'] },
  { title: 'Redes', names: ['linkedin', 'instagram', 'facebook'] },
  { title: 'Enlace propio', names: ['custom_link', 'custom_link_title'] },
]

export const FIELDS_IN_ORDER: readonly DetailName[] = FIELD_GROUPS.flatMap(({ names }) => names)

/** The limit of a typed text; a pasted address may be longer than the number in it. */
export const charsMaxOf = (name: DetailName): number => profileChanges.shape[name].unwrap().maxLength ?? 0

export function fieldFaultOf(name: DetailName, typed: string): string | undefined {
  const over = typed.length - charsMaxOf(name)
  if (over > 0) return `Máximo ${charsMaxOf(name)} caracteres. Te sobran ${over}.`
  const field = fieldOf(name, typed)
  return 'value' in field ? undefined : field.fault
}

const bare = (text: string): string => text.replace(/^https?:\/\/|\/$/g, '')

/** The stored form of a typed text, without what every link has; undefined if only that or spaces differ. */
export function otherForm(name: DetailName, typed: string): string | undefined {
  const field = fieldOf(name, typed)
  if (!('value' in field)) return undefined
  const form = bare(shownText(name, field.value))
  return form === bare(typed.trim().replace(/\r\n?/g, '\n')) ? undefined : form
}

export function warningOf(name: DetailName, typed: string): string | undefined {
  if (name === 'whatsapp' && /[?&]text=/i.test(typed))
    return 'El mensaje de ese enlace no se guarda: el chat se abre sin texto.'
  return name === 'whatsapp' && isUnlikelyWhatsapp(typed)
    ? 'Parece un teléfono fijo, que no suele tener WhatsApp. Puedes guardarlo igual.'
    : undefined
}

export function lacksItsPair(link: string, title: string): boolean {
  return (link.trim() === '') !== (title.trim() === '')
}

const NUMBERS: readonly DetailName[] = ['phone', 'whatsapp']

/** As a field shows it: a number is grouped, which changes nothing, because it is stored as before. */
const shownText = (name: DetailName, stored: string): string =>
  NUMBERS.includes(name) ? (shownPhone(stored) ?? stored) : stored

export const textsOf = ({ profile }: VersionedProfile): Texts =>
  Object.fromEntries(DETAIL_FIELDS.map((name) => [name, shownText(name, profile[name])])) as Texts

/** False for a text that would be stored as it is already, and for one stored before texts were normalised. */
export function isEdited({ profile }: VersionedProfile, name: DetailName, text: string): boolean {
  const field = fieldOf(name, text)
  return text !== profile[name] && !('value' in field && field.value === profile[name])
}

export const editsOf = (base: VersionedProfile, texts: Partial<Texts>): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => isEdited(base, name as DetailName, text)))

export const otherTextsIn = (base: VersionedProfile, theirs: VersionedProfile): readonly DetailName[] =>
  DETAIL_FIELDS.filter((name) => theirs.profile[name] !== base.profile[name])
