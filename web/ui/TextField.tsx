import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly error?: string | undefined
  /** Stands inside the box, at its end. */
  readonly trailing?: ReactNode
}

export function TextField({ label, error, trailing, ...input }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const ring = error
    ? 'shadow-[inset_0_0_0_2px_var(--danger)]'
    : 'shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)]'
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <div className={`flex h-11 items-center rounded-md bg-surface forced-colors:border ${ring}`}>
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error ? errorId : undefined}
          {...input}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent px-3 text-body outline-none pointer-coarse:text-[1rem]"
        />
        {trailing}
      </div>
      {error && (
        <p id={errorId} className="flex items-center gap-1.5 text-small text-danger">
          <CircleAlert aria-hidden="true" size={15} className="flex-none" />
          {error}
        </p>
      )}
    </div>
  )
}
