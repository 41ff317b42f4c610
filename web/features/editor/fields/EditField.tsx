import { useId, type ReactNode } from 'react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { fieldRing } from '../../../ui/forms/field-ring.ts'
import type { DetailName } from '../saving/edits.ts'
import { charsMaxOf } from './field-checks.ts'
import type { FieldForm } from './field-form.ts'
import { FieldNotes } from './FieldNotes.tsx'
import { FIELD_TEXTS } from './field-texts.ts'

interface EditFieldProps {
  readonly name: DetailName
  readonly form: FieldForm
  readonly children?: ReactNode
}

const LOOK =
  'w-full min-w-0 scroll-mt-20 scroll-mb-44 rounded-md bg-surface px-3 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem]'

export function EditField({ name, form, children }: EditFieldProps) {
  const id = useId()
  const { label, input } = FIELD_TEXTS[name]
  const text = form.textOf(name)
  const fault = form.faultOf(name)
  const control = {
    id,
    name,
    dir: 'auto',
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => form.set(name, target.value),
    onBlur: () => form.onLeft(name),
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${fault ? `${id}-error ` : ''}${id}-notes`,
  }
  const isLong = name === 'bio'
  return (
    <div className={`group grid content-start gap-1.5 ${isLong ? '@min-[33rem]:col-span-2' : ''}`}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        <Counter length={text.length} charsMax={charsMaxOf(name)} always={isLong} />
      </div>
      {isLong ? (
        <textarea rows={4} {...control} className={`py-2.5 ${LOOK} ${fieldRing(fault?.text)}`} />
      ) : (
        <input type="text" {...input} {...control} className={`h-11 ${LOOK} ${fieldRing(fault?.text)}`} />
      )}
      {fault && <FieldError id={`${id}-error`}>{fault.text}</FieldError>}
      <FieldNotes id={`${id}-notes`} name={name} form={form} fault={fault} />
      {children}
    </div>
  )
}

interface CounterProps {
  readonly length: number
  readonly charsMax: number
  /** Else it shows while the field has the focus, or nears its limit. */
  readonly always: boolean
}

const NEAR = 0.8

function Counter({ length, charsMax, always }: CounterProps) {
  const shows = always || length > charsMax * NEAR
  return (
    <span
      className={`text-micro tabular-nums ${length > charsMax ? 'font-semibold text-danger' : 'text-ink-3'} ${shows ? '' : 'opacity-0 group-focus-within:opacity-100'}`}
    >
      <span>{`${length} de ${charsMax}`}</span>
      <span className="sr-only"> caracteres</span>
    </span>
  )
}
