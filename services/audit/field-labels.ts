import type { JsonValue } from '@app/contracts/event-store.ts'
import type { ImageKind, ProfileDetails, ProfileTheme } from '@app/contracts/profiles.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import {
  DETAIL_LABELS,
  IMAGE_FIELD_OF,
  IMAGE_LABELS,
  THEME_LABELS,
  themeName,
} from '@app/contracts/fields/profile-fields.ts'

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

const LABELS: Readonly<Record<string, string>> = { ...THEME_LABELS, maxProfiles: 'Perfiles permitidos' }

const plainText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
export const TEXT_FIELDS = Object.keys(TEXTS) as readonly TextField[]
export const nameOfField = (field: string): FieldName | undefined => TEXTS[field as TextField]
export const labelOfField = (field: string): string =>
  field === 'slug' ? 'Dirección' : (DETAIL_LABELS[field as keyof ProfileDetails] ?? field)

const PHONES: ReadonlySet<string> = new Set<TextField>(['phone', 'whatsapp'])

/** Phones are stored without spaces, and read as on the public page. */
export const fieldText = (field: string, text: string): string =>
  PHONES.has(field) ? (shownPhone(text) ?? text) : text

export function plainField(name: string): PlainField {
  if (name in IMAGES) {
    const kind = name as ImageKind
    return {
      field: IMAGE_FIELD_OF[kind],
      label: IMAGE_LABELS[kind],
      textOf: (isSet) => (isSet ? 'Con imagen' : null),
    }
  }
  const textOf = (value: JsonValue) =>
    name === 'theme_color' ? themeName(value as ProfileTheme['theme_color']) : plainText(value)
  return { field: name, label: LABELS[name] ?? name, textOf }
}
