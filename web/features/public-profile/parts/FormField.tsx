import type { VisitorForm, VisitorFormState } from '@app/contracts/public-page.ts'

/** Texts of a refused form, shown again on a page without scripts. */
export type AskedAgain = Pick<Extract<VisitorFormState, { kind: 'asked' }>, 'typed' | 'faults'>

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
  readonly again?: AskedAgain | undefined
}

export function FormField({ form, name, label, charsMax, type, hint, again, ...looks }: Props) {
  const id = `${form}-${name}`
  const fault = again?.faults[name]
  const said = fault ?? hint
  const field = {
    ...looks,
    id,
    name,
    dir: 'auto',
    required: true,
    maxLength: charsMax,
    defaultValue: again?.typed[name],
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': said === undefined ? undefined : `${id}-hint`,
    autoFocus: again !== undefined && name === Object.keys(again.faults)[0],
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {type === undefined ? <textarea {...field} rows={2} /> : <input {...field} type={type} />}
      {said !== undefined && (
        <p className="hint" id={`${id}-hint`} role="alert" hidden={fault === undefined}>
          {said}
        </p>
      )}
    </>
  )
}
