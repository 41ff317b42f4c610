import { useId, type ReactNode } from 'react'

interface RadioListProps<Value extends string> {
  readonly legend: string
  /** If false, screen readers alone say it. */
  readonly showsLegend?: boolean
  readonly options: readonly { readonly value: Value; readonly text: ReactNode }[]
  readonly chosen: Value | undefined
  readonly onChoose: (value: Value) => void
}

/** One of a few sentences. */
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
