import type { JsonValue } from '@app/contracts/event-store.ts'
import type { ImageKind, ProfileDetails, ProfileTheme } from '@app/contracts/events/profile-events.ts'

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
  name: { label: 'Nombre', article: 'el', noun: 'nombre', ...quoted },
  lastname: { label: 'Apellido', article: 'el', noun: 'apellido', ...quoted },
  position: { label: 'Cargo', article: 'el', noun: 'cargo', ...quoted },
  company: { label: 'Empresa', article: 'la', noun: 'empresa', ...quoted },
  bio: { label: 'Biografía', article: 'la', noun: 'biografía' },
  phone: { label: 'Teléfono', article: 'el', noun: 'teléfono', ...quoted },
  whatsapp: { label: 'WhatsApp', article: 'el', noun: 'WhatsApp', ...quoted },
  email: { label: 'Correo electrónico', article: 'el', noun: 'correo', ...quoted },
  website: { label: 'Sitio Web', article: 'el', noun: 'sitio web' },
  linkedin: { label: 'LinkedIn', article: 'el', noun: 'LinkedIn' },
  instagram: { label: 'Instagram', article: 'el', noun: 'Instagram' },
  facebook: { label: 'Facebook', article: 'el', noun: 'Facebook' },
  custom_link: { label: 'Enlace', article: 'el', noun: 'enlace' },
  custom_link_title: { label: 'Título del enlace', article: 'el', noun: 'título del enlace', ...quoted },
  slug: { label: 'Dirección', article: 'la', noun: 'dirección', ...quoted },
}

export const THEME_NAMES: Readonly<Record<ProfileTheme['theme_color'], string>> = {
  blue: 'Celeste',
  green: 'Bosque',
  purple: 'Violeta',
  dark: 'Noche',
  warm: 'Cálido',
  custom: 'Colores propios',
}
export const IMAGES: Readonly<Record<ImageKind, FieldName & { readonly field: string }>> = {
  'profile-image': { field: 'profile_image', label: 'Imagen de perfil', article: 'la', noun: 'foto' },
  'company-logo': { field: 'company_logo', label: 'Logo de la empresa', article: 'el', noun: 'logo' },
  'background-image': {
    field: 'background_image',
    label: 'Imagen de fondo',
    article: 'la',
    noun: 'imagen de fondo',
  },
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
    label: 'Tema',
    textOf: (theme) => THEME_NAMES[theme as ProfileTheme['theme_color']] ?? plainText(theme),
  },
  background_color: colour('Fondo'),
  text_color: colour('Texto'),
  button_color: colour('Botones'),
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
  const image = IMAGES[name as ImageKind] as (typeof IMAGES)[ImageKind] | undefined
  if (image !== undefined)
    return { field: image.field, label: image.label, textOf: (isSet) => (isSet ? 'Con imagen' : null) }
  return { field: name, ...(PLAIN[name] ?? { label: name, textOf: plainText }) }
}
