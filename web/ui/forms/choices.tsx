import { useId, type ReactNode, type ComponentProps } from 'react'
import { ChevronDown } from 'lucide-react'

interface RadioListProps<Value extends string> {
  readonly legend: string
  /** If false, screen readers alone say it. */
  readonly showsLegend?: boolean
  readonly options: readonly { readonly value: Value; readonly text: ReactNode }[]
  readonly chosen: Value | undefined
  readonly onChoose: (value: Value) => void
}

export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { legend, showsLegend = false, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className={showsLegend ? 'mb-2 text-small font-semibold' : 'sr-only'}>{legend}</legend>
      {options.map(({ value, text }) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3.5 py-2 font-[550] leading-[1.3] ring-1 ring-line"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="size-4 flex-none accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

export const FIELD_BOX =
  'relative flex h-9 min-w-0 items-center gap-2 rounded-[10px] bg-surface px-2.5 text-small ' +
  'shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] ' +
  'pointer-coarse:h-11 pointer-coarse:text-[1rem] forced-colors:border'

/** A browser's own list of choices, as tall as the fields beside it. In large text the longest choice is whole. */
export const SelectBox = (select: ComponentProps<'select'>) => (
  <span className={`${FIELD_BOX} pointer-coarse:px-[min(0.625rem,12px)]`}>
    <select
      {...select}
      className={
        'h-full min-w-0 flex-1 appearance-none truncate bg-transparent pr-[min(1.5rem,7.5vw)] ' +
        'outline-none *:bg-surface *:text-ink pointer-coarse:text-[length:min(1rem,7.5vw)]'
      }
    />
    <ChevronDown
      aria-hidden="true"
      size={15}
      strokeWidth={1.9}
      className="pointer-events-none absolute right-2.5 text-ink-3"
    />
  </span>
)

interface DateFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string
  /** `2026-11-26`; empty where it is incomplete. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export function DateField({ label, ...field }: DateFieldProps) {
  const { onChange, className = '', ...input } = field
  const id = useId()
  return (
    <div className={`grid min-w-0 content-start gap-[5px] ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="date"
        onChange={({ target }) => onChange(target.value)}
        className="h-9 w-full min-w-0 rounded-[10px] bg-surface px-2 text-small tabular-nums shadow-[inset_0_0_0_1px_var(--line-strong)] outline-none focus:shadow-[inset_0_0_0_2px_var(--accent)] pointer-coarse:h-11 pointer-coarse:text-[1rem] forced-colors:border"
      />
    </div>
  )
}
