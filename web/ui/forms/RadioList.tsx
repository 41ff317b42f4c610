import { useId, type ReactNode } from 'react'
import './radio-list.css'

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
    <fieldset className="radio-list min-w-0">
      <legend className={showsLegend ? 'mb-2 text-small font-semibold' : 'sr-only'}>{legend}</legend>
      {options.map(({ value, text }) => (
        <label key={value} className="radio-line">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
