import type { VisitorForm } from './form-texts.ts'

interface Props {
  readonly form: VisitorForm
  readonly name: string
  readonly label: string
  readonly charsMax: number
  readonly type?: 'text' | 'tel' | 'email'
  readonly autoComplete?: string
  readonly placeholder?: string
  /** Hidden until a script shows it. */
  readonly hint?: string
}

export function FormField({ form, name, label, charsMax, type, hint, ...looks }: Props) {
  const id = `${form}-${name}`
  const field = {
    ...looks,
    id,
    name,
    dir: 'auto',
    required: true,
    maxLength: charsMax,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {type === undefined ? <textarea {...field} rows={2} /> : <input {...field} type={type} />}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`} role="alert" hidden>
          {hint}
        </p>
      )}
    </>
  )
}
