import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError, fieldRing } from './FieldError.tsx'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly error?: string | undefined
  readonly help?: ReactNode
  /** Monospaced, for codes. */
  readonly mono?: boolean
  readonly trailing?: ReactNode
}

export function TextField({ label, error, help, mono = false, trailing, ...input }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const helpId = `${id}-help`
  const described = [error && errorId, help && helpId].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <div className={`flex min-h-11 flex-wrap items-center rounded-md bg-surface ${fieldRing(error)}`}>
        <input
          id={id}
          dir="auto"
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          {...input}
          className={`h-11 w-0 flex-1 rounded-md bg-transparent px-3 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem] ${mono ? 'min-w-[min(100%,calc(9ch+1.5rem))] font-mono tracking-[.04em]' : ''}`}
        />
        {trailing}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <div id={helpId} className="text-small text-ink-3">
          {help}
        </div>
      )}
    </div>
  )
}
