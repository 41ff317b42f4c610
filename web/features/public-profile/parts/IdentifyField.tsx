interface Props {
  readonly name: 'full_name' | 'phone' | 'description'
  readonly label: string
  readonly charsMax: number
  readonly type?: 'text' | 'tel'
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly hint?: string
}

export function IdentifyField({ name, label, charsMax, type, autoComplete, placeholder, hint }: Props) {
  const id = `identify-${name}`
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const shared = {
    id,
    name,
    required: true,
    maxLength: charsMax,
    placeholder,
    'aria-describedby': hintId,
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {type === undefined ? (
        <textarea {...shared} rows={2} />
      ) : (
        <input {...shared} type={type} autoComplete={autoComplete} />
      )}
      {hint !== undefined && (
        <p className="hint" id={hintId} role="alert" hidden>
          {hint}
        </p>
      )}
    </>
  )
}
