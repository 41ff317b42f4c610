import type { ImageKind, ProfileDetails, ProfileTheme } from '../profiles/events.ts'

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
