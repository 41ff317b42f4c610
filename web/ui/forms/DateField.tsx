import { Calendar } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../IconButton.tsx'
import { dayLabel } from '../wording/exact-time.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const WEEKDAY = /^(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo),? /
const CENTURY = 2_000

/** Day first, as people write it here; year first only where it has four digits, as programs write it. */
const SHAPES = [
  /^(?<day>\d{1,2})[-/. ]+(?<month>\d{1,2})[-/. ]+(?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-/. ]+(?:de )?(?<month>[a-z]{3,})\.?[-/. ]+(?:del? )?(?<year>\d{4}|\d{2})$/,
] as const

function monthOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  // People write `setiembre` as well.
  return (
    MONTHS.findIndex((month) => [month, month.replace('pt', 't')].some((name) => name.startsWith(text))) + 1
  )
}

/** `26-11-2026`, `26/11/26`, `26 nov 2026` → `2026-11-26`; undefined where that is no day. */
export function typedDay(typed: string): string | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/[\p{Zs}]+/gu, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(WEEKDAY, '')
    .replace(/(\d)[º°]/, '$1')
  const found = SHAPES.map((shape) => shape.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return undefined
  const { day = '', month = '', year = '' } = found
  const fullYear = year.length === 2 ? CENTURY + Number(year) : Number(year)
  const utc = new Date(Date.UTC(fullYear, monthOf(month) - 1, Number(day)))
  const exists = utc.getUTCDate() === Number(day) && utc.getUTCMonth() === monthOf(month) - 1
  return exists && utc.getUTCFullYear() === fullYear ? utc.toISOString().slice(0, 10) : undefined
}

interface DateFieldProps extends TypedFieldProps {
  /** The calendar offers no day before. */
  readonly min?: string | undefined
  /** The calendar offers no day after. */
  readonly max?: string | undefined
}

/** The value is `2026-11-26`, and the text 26-11-2026: a browser's own field follows the browser's language. */
export const DateField = ({ min, max, ...field }: DateFieldProps) => (
  <TypedField
    {...field}
    read={typedDay}
    write={(day) => (day === '' ? '' : dayLabel(day))}
    placeholder="dd-mm-aaaa"
    fault="Escribe una fecha como 26-11-2026."
    lead={<DayPicker {...{ min, max }} label={field.label} value={field.value} onChange={field.onChange} />}
  />
)

/** The browser's own calendar. */
function DayPicker({ label, value, onChange, min, max }: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={`${label}: elegir en el calendario`}
        className="size-7! text-ink-3"
        onClick={() => calendar.current?.showPicker()}
      >
        <Calendar aria-hidden="true" size={15} strokeWidth={1.9} />
      </IconButton>
      <input
        ref={calendar}
        type="date"
        aria-hidden="true"
        tabIndex={-1}
        {...{ value, min, max }}
        onChange={({ target }) => onChange(target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
    </>
  )
}
