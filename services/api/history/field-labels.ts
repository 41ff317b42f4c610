import type { JsonValue } from '@app/contracts/event-store.ts'
import type { ImageKind, ProfileDetails, ProfileTheme } from '@app/contracts/events/profile-events.ts'
import {
  DETAIL_LABELS,
  IMAGE_FIELD_OF,
  IMAGE_LABELS,
  THEME_LABELS,
  themeName,
} from '@app/contracts/fields/profile-labels.ts'

interface FieldName {
  /** As the editor's screen calls it. */
  readonly label: string
  readonly article: 'el' | 'la' | 'los'
  readonly noun: string
  /** A sentence quotes its values: they are short, and read by people. */
  readonly isQuoted?: true
}

type TextField = keyof ProfileDetails | 'slug'
const quoted = { isQuoted: true } as const

/** In the order in which they stand on the screen. */
const TEXTS: Readonly<Record<TextField, FieldName>> = {
  name: { label: DETAIL_LABELS.name, article: 'el', noun: 'nombre', ...quoted },
  lastname: { label: DETAIL_LABELS.lastname, article: 'el', noun: 'apellido', ...quoted },
  position: { label: DETAIL_LABELS.position, article: 'el', noun: 'cargo', ...quoted },
  company: { label: DETAIL_LABELS.company, article: 'la', noun: 'empresa', ...quoted },
  bio: { label: DETAIL_LABELS.bio, article: 'la', noun: 'biografía' },
  phone: { label: DETAIL_LABELS.phone, article: 'el', noun: 'teléfono', ...quoted },
  whatsapp: { label: DETAIL_LABELS.whatsapp, article: 'el', noun: 'WhatsApp', ...quoted },
  email: { label: DETAIL_LABELS.email, article: 'el', noun: 'correo', ...quoted },
  website: { label: DETAIL_LABELS.website, article: 'el', noun: 'sitio web' },
  linkedin: { label: DETAIL_LABELS.linkedin, article: 'el', noun: 'LinkedIn' },
  instagram: { label: DETAIL_LABELS.instagram, article: 'el', noun: 'Instagram' },
  facebook: { label: DETAIL_LABELS.facebook, article: 'el', noun: 'Facebook' },
  custom_link: { label: DETAIL_LABELS.custom_link, article: 'el', noun: 'enlace' },
  custom_link_title: {
    label: DETAIL_LABELS.custom_link_title,
    article: 'el',
    noun: 'título del enlace',
    ...quoted,
  },
  slug: { label: 'Dirección', article: 'la', noun: 'dirección', ...quoted },
}

export const IMAGES: Readonly<Record<ImageKind, Pick<FieldName, 'article' | 'noun'>>> = {
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
const rule = (label: string) => ({ label, textOf: (counts: JsonValue) => (counts ? 'Cuenta' : 'No cuenta') })
const PLAIN: Readonly<Record<string, Omit<PlainField, 'field'>>> = {
  theme_color: {
    label: THEME_LABELS.theme_color,
    textOf: (theme) => themeName(theme as ProfileTheme['theme_color']),
  },
  background_color: colour(THEME_LABELS.background_color),
  text_color: colour(THEME_LABELS.text_color),
  button_color: colour(THEME_LABELS.button_color),
  maxProfiles: { label: 'Perfiles permitidos', textOf: plainText },
  countRobots: rule('Robots'),
  countPreviews: rule('Vistas previas'),
  countOwn: rule('Mis propias visitas'),
  countRepeats: rule('Repeticiones'),
}

export const TEXT_FIELDS = Object.keys(TEXTS) as readonly TextField[]
export const nameOfField = (field: string): FieldName | undefined => TEXTS[field as TextField]
export const labelOfField = (field: string): string => nameOfField(field)?.label ?? field

export function plainField(name: string): PlainField {
  if (name in IMAGE_LABELS) {
    const kind = name as ImageKind
    return {
      field: IMAGE_FIELD_OF[kind],
      label: IMAGE_LABELS[kind],
      textOf: (isSet) => (isSet ? 'Con imagen' : null),
    }
  }
  return { field: name, ...(PLAIN[name] ?? { label: name, textOf: plainText }) }
}
