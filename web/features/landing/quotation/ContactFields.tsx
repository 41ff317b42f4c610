import { EmailField } from '../../../ui/forms/EmailField.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import type { QuotationValues } from './quotation-form.ts'

interface ContactFieldsProps {
  readonly form: SchemaForm<keyof QuotationValues>
  /** The form follows another request, so it takes the focus. */
  readonly again: boolean
}

export function ContactFields({ form, again }: ContactFieldsProps) {
  const { field } = form
  return (
    <>
      <TextField
        label="Empresa"
        autoComplete="organization"
        autoFocus={again}
        required
        {...field('company')}
      />
      <TextField label="Persona de contacto" autoComplete="name" required {...field('contact_person')} />
      <EmailField label="Correo" placeholder="nombre@empresa.cl" form={form} {...field('email')} />
      <TextField
        label="Teléfono"
        type="tel"
        autoComplete="tel"
        placeholder="+56 9 1234 5678"
        required
        {...field('phone')}
      />
    </>
  )
}
