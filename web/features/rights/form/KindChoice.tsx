import { useId } from 'react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import '../rights.css'
import { KINDS } from './request-form.ts'

/** Radio buttons, which arrows change. */
export function KindChoice({ error, ...radio }: ReturnType<SchemaForm<'kind'>['field']>) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={error && `${id}-error`}
        className="grid gap-1.5"
      >
        <p id={id} className="text-small font-semibold">
          ¿Qué quieres?
        </p>
        <div className="kinds">
          {KINDS.map(({ value, text }) => (
            <label key={value}>
              <input type="radio" value={value} {...radio} />
              <span>{text}</span>
            </label>
          ))}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
