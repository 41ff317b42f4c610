import { useId, type ReactNode } from 'react'

interface RadioListProps<Value extends string> {
  readonly legend: string
  /** Else screen readers alone say it. */
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
    <fieldset className="min-w-0">
      <legend className={showsLegend ? 'mb-2 text-small font-semibold' : 'sr-only'}>{legend}</legend>
      {options.map(({ value, text }) => (
        <label
          key={value}
          className="grid min-h-12 cursor-pointer grid-cols-[20px_minmax(0,1fr)] items-center gap-3 border border-line px-3.5 py-2.5 leading-[1.35] font-[550] first-of-type:rounded-t-[14px] last-of-type:rounded-b-[14px] not-first-of-type:border-t-0"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="m-0 size-5 appearance-none rounded-full border-[1.5px] border-line-strong checked:border-[6px] checked:border-accent"
          />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
