import { Calendar } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { chunk } from '../browser/chunk.tsx'
import { IconButton } from '../IconButton.tsx'
import { LazyPart } from '../notices/LazyPart.tsx'
import { dayLabel } from '../wording/exact-time.ts'
import { typedDay } from './typed-date.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

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
