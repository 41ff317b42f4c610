import { useId, useState, type ReactNode } from 'react'
import { FieldError } from './FieldError.tsx'

export interface TypedFieldProps {
  readonly label: string
  /** If false, it is for screen readers alone: its neighbour's label says what both are. */
  readonly showsLabel?: boolean
  /** Empty where nothing is typed, or nothing that can be read. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string
  readonly required?: boolean
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

interface Reading {
  /** Undefined for a text that means no value. */
  readonly read: (typed: string) => string | undefined
  readonly write: (value: string) => string
  readonly placeholder: string
  readonly fault: string
  /** In front of the text. */
  readonly lead: ReactNode
}

/** A text that means a value. What was typed stays as it is until the field is left. */
export function TypedField({
  label,
  showsLabel = false,
  className = '',
  ...field
}: TypedFieldProps & Reading) {
  const { value, onChange, read, write, placeholder, fault, lead, ...input } = field
  const [typed, setTyped] = useState(() => write(value))
  const [known, setKnown] = useState(value)
  const [isLeft, setLeft] = useState(false)
  const id = useId()
  if (value !== known) {
    setKnown(value)
    if (value !== (read(typed) ?? '')) setTyped(write(value))
  }
  const isWrong = isLeft && typed.trim() !== '' && read(typed) === undefined
  const change = (text: string): void => {
    setTyped(text)
    if ((read(text) ?? '') !== value) onChange(read(text) ?? '')
  }
  const leave = (): void => {
    setLeft(true)
    setTyped(write(read(typed) ?? '') || typed)
  }
  return (
    <div className={`grid min-w-0 content-start gap-[5px] ${className}`}>
      <label htmlFor={id} className={showsLabel ? 'text-micro font-semibold text-ink-2' : 'sr-only'}>
        {label}
      </label>
      <span className="relative flex h-9 min-w-0 items-center gap-1 rounded-[10px] bg-surface px-1 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] pointer-coarse:h-11 forced-colors:border">
        {lead}
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => change(target.value)}
          onFocus={() => setLeft(false)}
          onBlur={leave}
          {...input}
          {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          className="h-full w-0 min-w-0 flex-1 bg-transparent pr-1.5 text-small tabular-nums outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem]"
        />
      </span>
      {isWrong && <FieldError id={`${id}-error`}>{fault}</FieldError>}
    </div>
  )
}
