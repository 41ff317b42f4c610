import { useState } from 'react'
import { TextField } from '../../../ui/forms/TextField.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { likelyDomain } from './likely-mail.ts'
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
      <MailField form={form} />
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

function MailField({ form: { field, set, values } }: Pick<ContactFieldsProps, 'form'>) {
  // Not while it is written: half an address is close to another one.
  const [left, setLeft] = useState('')
  const { onBlur, ...input } = field('email')
  const domain = left === values.email ? likelyDomain(left) : undefined
  const correct = () => set('email', left.trim().replace(/[^@]+$/, domain ?? ''))
  return (
    <TextField
      label="Correo"
      type="email"
      autoComplete="email"
      placeholder="nombre@empresa.cl"
      required
      {...input}
      onBlur={(event) => {
        setLeft(event.target.value)
        onBlur(event)
      }}
      help={
        domain && (
          <span role="status">
            ¿Quisiste decir{' '}
            <button type="button" onClick={correct} className="font-semibold text-accent underline">
              {domain}
            </button>
            ?
          </span>
        )
      }
    />
  )
}
