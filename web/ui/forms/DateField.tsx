import { useId, type ComponentProps } from 'react'

interface DateFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string
  /** If false, it is for screen readers alone: its neighbour's label says what both are. */
  readonly showsLabel?: boolean
  readonly type?: 'date' | 'time'
  /** `2026-11-26` or `14:05`; empty where it is incomplete. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The browser's own field, in the browser's language. */
export function DateField({ label, showsLabel = false, type = 'date', ...field }: DateFieldProps) {
  const { onChange, className = '', ...input } = field
  const id = useId()
  return (
    <div className={`grid min-w-0 content-start gap-[5px] ${className}`}>
      <label htmlFor={id} className={showsLabel ? 'text-micro font-semibold text-ink-2' : 'sr-only'}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        onChange={({ target }) => onChange(target.value)}
        className="h-9 w-full min-w-0 rounded-[10px] bg-surface px-2 text-small tabular-nums shadow-[inset_0_0_0_1px_var(--line-strong)] outline-none focus:shadow-[inset_0_0_0_2px_var(--accent)] pointer-coarse:h-11 pointer-coarse:text-[1rem] forced-colors:border"
      />
    </div>
  )
}
