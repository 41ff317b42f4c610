interface Props {
  readonly name: 'full_name' | 'phone' | 'description'
  readonly label: string
  readonly charsMax: number
  readonly type?: 'text' | 'tel'
  readonly autoComplete?: string
  readonly placeholder?: string
}

export function IdentifyField({ name, label, charsMax, type, autoComplete, placeholder }: Props) {
  const id = `identify-${name}`
  const shared = { id, name, required: true, maxLength: charsMax, placeholder }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {type === undefined ? (
        <textarea {...shared} rows={2} />
      ) : (
        <input {...shared} type={type} autoComplete={autoComplete} />
      )}
    </>
  )
}
