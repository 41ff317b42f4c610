import { useId, type ComponentProps } from 'react'
import { FieldError, fieldRing } from './FieldError.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly optional?: boolean
  readonly error?: string | undefined
}

export function TextArea({ label, optional = false, error, ...input }: TextAreaProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        <span>{label}</span>
        {optional && <span className="font-[450] text-ink-3"> (opcional)</span>}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        {...input}
        className={`min-h-[84px] w-full rounded-md bg-surface px-3 py-2.5 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem] ${fieldRing(error)}`}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
