import type { ComponentProps } from 'react'
import type { DetailName } from '../saving/edits.ts'

interface FieldText {
  readonly label: string
  readonly help?: string
  readonly input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder' | 'autoComplete'>
}

/** `text`, not `url` or `email`: browsers change or refuse what is typed there. */
const address = { inputMode: 'url', autoComplete: 'off' } as const

export const FIELD_TEXTS: Readonly<Record<DetailName, FieldText>> = {
  name: { label: 'Nombre', input: { autoComplete: 'given-name' } },
  lastname: { label: 'Apellido', input: { autoComplete: 'family-name' } },
  position: { label: 'Cargo', input: { autoComplete: 'organization-title' } },
  company: { label: 'Empresa', input: { autoComplete: 'organization' } },
  bio: { label: 'Biografía', help: 'Cuenta en dos líneas en qué ayudas.' },
  phone: {
    label: 'Teléfono',
    help: 'Este número aparecerá en tu tarjeta de contacto (VCF).',
    input: { type: 'tel', placeholder: '+56 9 1234 5678', autoComplete: 'tel' },
  },
  whatsapp: {
    label: 'WhatsApp',
    help: 'Con código de país',
    input: { inputMode: 'tel', autoComplete: 'off' },
  },
  email: { label: 'Correo electrónico', input: { inputMode: 'email', autoComplete: 'email' } },
  website: { label: 'Sitio Web', input: address },
  linkedin: { label: 'LinkedIn', input: address },
  instagram: { label: 'Instagram', help: 'Sin @', input: address },
  facebook: { label: 'Facebook', input: address },
  custom_link: { label: 'Enlace', input: address },
  custom_link_title: { label: 'Título del enlace', help: 'Ej.: Agenda una reunión' },
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

/** In the order in which they stand on the screen. */
export const FIELDS_IN_ORDER: readonly DetailName[] = FIELD_GROUPS.flatMap(({ names }) => names)
