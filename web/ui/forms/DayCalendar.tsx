import { dayInSantiago } from '@app/contracts/calendar.ts'
import { useState } from 'react'
import { DayPicker, type ClassNames, type Matcher } from 'react-day-picker'
import { es } from 'react-day-picker/locale/es'
import './day-calendar.css'

interface DayCalendarProps {
  /** `2026-11-26`, or empty. */
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChoose: (day: string) => void
}

/** The library counts in days of the browser; noon is on each of them. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`)
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const ARROW =
  'grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-surface-3 aria-disabled:opacity-40 pointer-coarse:size-11'
const LOOK: Partial<ClassNames> = {
  month: 'relative grid gap-2',
  month_caption: 'flex h-9 items-center pl-2 text-body font-semibold capitalize pointer-coarse:h-11',
  nav: 'absolute top-3 right-3 z-10 flex',
  button_previous: ARROW,
  button_next: ARROW,
  chevron: 'size-4 fill-current',
  month_grid: 'w-full border-collapse',
  weekday: 'h-8 text-micro font-semibold text-ink-3',
  day: 'p-0 text-center tabular-nums',
  day_button:
    'size-9 rounded-sm text-small hover:bg-surface-3 disabled:text-ink-3 disabled:line-through disabled:hover:bg-transparent',
  today: '[&>button]:font-[650] [&>button]:text-accent',
  selected: '[&>button]:bg-primary! [&>button]:text-on-primary! [&>button]:font-[650]',
  outside: 'opacity-60',
}

/** A month of days, by arrow keys or pressed. */
export function DayCalendar({ value, min, max, onChoose }: DayCalendarProps) {
  const [today] = useState(() => dayInSantiago(Date.now()))
  const refused: readonly Matcher[] = [
    ...(min === undefined ? [] : [{ before: dateOf(min) }]),
    ...(max === undefined ? [] : [{ after: dateOf(max) }]),
  ]
  const chosen = value === '' ? undefined : dateOf(value)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={es}
      classNames={LOOK}
      today={dateOf(today)}
      defaultMonth={chosen ?? dateOf(max ?? min ?? today)}
      selected={chosen}
      disabled={[...refused]}
      onSelect={(date) => onChoose(dayOf(date))}
    />
  )
}
