import { likelyEmail } from '@app/contracts/fields/likely-email.ts'
import { useState, type ComponentProps } from 'react'
import { TextField } from './TextField.tsx'
import type { SchemaForm } from './use-schema-form.ts'

interface EmailFieldProps extends Omit<ComponentProps<typeof TextField>, 'form'> {
  readonly form: Pick<SchemaForm<'email'>, 'set' | 'values'>
}

/** Offers the address that was probably meant. */
export function EmailField({ form, help, onBlur, ...input }: EmailFieldProps) {
  // Not while it is written: half an address is close to another one.
  const [left, setLeft] = useState('')
  const likely = left === form.values.email ? likelyEmail(left) : undefined
  const offer = likely !== undefined && (
    <span role="status">
      ¿Quisiste decir{' '}
      <button
        type="button"
        onClick={() => form.set('email', likely)}
        className="font-semibold text-accent underline"
      >
        {likely}
      </button>
      ?
    </span>
  )
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      {...input}
      onBlur={(event) => {
        setLeft(event.target.value)
        onBlur?.(event)
      }}
      help={offer || help}
    />
  )
}
