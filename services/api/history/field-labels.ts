import type { JsonValue } from '@app/contracts/event-store.ts'
import type { ImageKind, ProfileDetails, ProfileTheme } from '@app/contracts/events/profile-events.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import {
  DETAIL_LABELS,
  IMAGE_FIELD_OF,
  IMAGE_LABELS,
  THEME_LABELS,
  themeName,
} from '@app/contracts/fields/profile-labels.ts'

interface FieldName {
  readonly article: 'el' | 'la' | 'los'
  readonly noun: string
  /** A sentence quotes its values: they are short, and read by people. */
  readonly isQuoted?: true
}

type TextField = keyof ProfileDetails | 'slug'
const quoted = { isQuoted: true } as const

/** In the order in which they stand on the screen. */
const TEXTS: Readonly<Record<TextField, FieldName>> = {
  name: { article: 'el', noun: 'nombre', ...quoted },
  lastname: { article: 'el', noun: 'apellido', ...quoted },
  position: { article: 'el', noun: 'cargo', ...quoted },
  company: { article: 'la', noun: 'empresa', ...quoted },
  bio: { article: 'la', noun: 'biografía' },
  phone: { article: 'el', noun: 'teléfono', ...quoted },
  whatsapp: { article: 'el', noun: 'WhatsApp', ...quoted },
  email: { article: 'el', noun: 'correo', ...quoted },
  website: { article: 'el', noun: 'sitio web' },
  linkedin: { article: 'el', noun: 'LinkedIn' },
  instagram: { article: 'el', noun: 'Instagram' },
  facebook: { article: 'el', noun: 'Facebook' },
  custom_link: { article: 'el', noun: 'enlace' },
  custom_link_title: { article: 'el', noun: 'título del enlace', ...quoted },
  slug: { article: 'la', noun: 'dirección', ...quoted },
}

export const IMAGES: Readonly<Record<ImageKind, FieldName>> = {
  'profile-image': { article: 'la', noun: 'foto' },
  'company-logo': { article: 'el', noun: 'logo' },
  'background-image': { article: 'la', noun: 'imagen de fondo' },
}

interface PlainField {
  readonly field: string
  readonly label: string
  /** Null is an absent value. */
  readonly textOf: (value: JsonValue) => string | null
}

const plainText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
const colour = (label: string) => ({ label, textOf: plainText })
const PLAIN: Readonly<Record<string, Omit<PlainField, 'field'>>> = {
  theme_color: {
    label: THEME_LABELS.theme_color,
    textOf: (theme) => themeName(theme as ProfileTheme['theme_color']),
  },
  background_color: colour(THEME_LABELS.background_color),
  text_color: colour(THEME_LABELS.text_color),
  button_color: colour(THEME_LABELS.button_color),
  maxProfiles: { label: 'Perfiles permitidos', textOf: plainText },
}

export const TEXT_FIELDS = Object.keys(TEXTS) as readonly TextField[]
export const nameOfField = (field: string): FieldName | undefined => TEXTS[field as TextField]
export const labelOfField = (field: string): string =>
  field === 'slug' ? 'Dirección' : (DETAIL_LABELS[field as keyof ProfileDetails] ?? field)

const PHONES: ReadonlySet<string> = new Set<TextField>(['phone', 'whatsapp'])

/** Phones are stored without spaces, and read as on the public page. */
export const fieldText = (field: string, text: string): string =>
  PHONES.has(field) ? (shownPhone(text) ?? text) : text

const isImage = (name: string): name is ImageKind => name in IMAGES

export function plainField(name: string): PlainField {
  if (isImage(name))
    return {
      field: IMAGE_FIELD_OF[name],
      label: IMAGE_LABELS[name],
      textOf: (isSet) => (isSet ? 'Con imagen' : null),
    }
  return { field: name, ...(PLAIN[name] ?? { label: name, textOf: plainText }) }
}
