import { useState, type ComponentProps } from 'react'
import { TextField } from './TextField.tsx'
import type { SchemaForm } from './use-schema-form.ts'

interface EmailFieldProps extends Omit<ComponentProps<typeof TextField>, 'form'> {
  readonly form: Pick<SchemaForm<'email'>, 'set' | 'values'>
}

/** Offers the address that was probably meant. */
export function EmailField({ form, help, onBlur, ...input }: EmailFieldProps) {
  // Not while it is written: half an address is close to another one.
  const [left, setLeft] = useState<{ readonly typed: string; readonly likely: string | undefined }>()
  const likely = left?.typed === form.values.email ? left.likely : undefined
  const look = async (typed: string) => {
    const rule = await import('@app/contracts/fields/email.ts').catch(() => undefined)
    setLeft({ typed, likely: rule?.likelyEmail(typed) })
  }
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
        void look(event.target.value)
        onBlur?.(event)
      }}
      help={offer || help}
    />
  )
}
