import { Calendar } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { chunk } from '../browser/chunk.tsx'
import { IconButton } from '../IconButton.tsx'
import { LazyPart } from '../notices/LazyPart.tsx'
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

const DayCalendar = chunk(async () => (await import('./DayCalendar.tsx')).DayCalendar)

interface DateFieldProps extends TypedFieldProps {
  /** The calendar offers no day before. */
  readonly min?: string | undefined
  /** The calendar offers no day after. */
  readonly max?: string | undefined
}

/**
 * Its value is `2026-11-26`, and its text 26-11-2026, whatever the language of the browser: a browser's own field
 * follows that.
 */
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

function DayPicker({ label, value, onChange, min, max }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (day: string): void => {
    setOpen(false)
    onChange(day)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={`${label}: elegir en el calendario`} className="size-7! text-ink-3">
          <Calendar aria-hidden="true" size={15} strokeWidth={1.9} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={`${label}: calendario`}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          // The calendar takes the focus to a day, once it has come.
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="z-50 grid min-h-[21rem] w-[19rem] animate-[rise_var(--dur-3)_var(--ease-out)] rounded-md bg-surface p-3 shadow-pop ring-1 ring-line"
        >
          <LazyPart>
            <DayCalendar {...{ value, min, max }} onChoose={choose} />
          </LazyPart>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
