import { type TimeUnit, unfinishedName } from '@app/contracts/traffic/ranges.ts'
import { addDays, monthStart } from '@app/contracts/calendar.ts'
import { dayLabel } from '../../ui/wording/date-time.ts'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'

const NO_DATE = '–'

const names = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', ...options })
const shortMonths = names({ day: 'numeric', month: 'short' })
const longMonths = names({ day: 'numeric', month: 'long' })
const weekdays = names({ weekday: 'long' })

interface Day {
  readonly day: number
  readonly year: number
  /** Midnight in UTC, which has no daylight saving time. */
  readonly ms: number
}

/** A day (`2026-11-20`) or a month (`2026-11`). Undefined for anything else, so that bad data cannot crash a screen. */
function readDay(period: string): Day | undefined {
  const text = period.length === 7 ? `${period}-01` : period
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms)) return undefined
  return { day: Number(text.slice(8)), year: Number(text.slice(0, 4)), ms }
}

/** Browsers differ in the punctuation around the words, so each word is taken alone. */
const word = (format: Intl.DateTimeFormat, type: Intl.DateTimeFormatPartTypes, { ms }: Day): string =>
  (format.formatToParts(ms).find((part) => part.type === type)?.value ?? '').replace('.', '')

const shortMonth = (day: Day): string => word(shortMonths, 'month', day)
const longMonth = (day: Day): string => word(longMonths, 'month', day)
const weekday = (day: Day): string => word(weekdays, 'weekday', day)
const shortDay = (day: Day): string => `${day.day} ${shortMonth(day)}`
const longDay = (day: Day): string => `${day.day} de ${longMonth(day)}`
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)

const shown = (period: string, text: (day: Day) => string): string => {
  const day = readDay(period)
  return day === undefined ? NO_DATE : text(day)
}

export const dayText = (period: string): string => shown(period, () => dayLabel(period))

export const spanText = (from: string, to: string): string =>
  from === to ? dayText(to) : `${dayText(from)} – ${dayText(to)}`

/** `22 oct`, `nov 2026` */
export const axisLabel = (period: string, unit: TimeUnit): string =>
  shown(period, (day) => (unit === 'month' ? `${shortMonth(day)} ${day.year}` : shortDay(day)))

/** `Viernes 13 de noviembre`, `Semana del 9 de noviembre`, `Noviembre de 2026` */
export const periodText = (period: string, unit: TimeUnit): string =>
  shown(period, (day) => {
    switch (unit) {
      case 'day':
        return `${capital(weekday(day))} ${longDay(day)}`
      case 'week':
        return `Semana del ${longDay(day)}`
      case 'month':
        return `${capital(longMonth(day))} de ${day.year}`
    }
  })

function daysOfPeriod(period: string, unit: TimeUnit): { readonly from: string; readonly to: string } {
  const from = unit === 'month' ? `${period}-01` : period
  return { from, to: { day: from, week: addDays(from, 6), month: addDays(monthStart(from, 1), -1) }[unit] }
}

export function daysUntil(period: string, unit: TimeUnit, today: string): { from: string; to: string } {
  const { from, to } = daysOfPeriod(period, unit)
  return { from, to: to > today && from <= today ? today : to }
}

/** Which ends of a series are not whole days, weeks or months; their figures are lower than those of whole ones. */
export interface PartialEnds {
  readonly first: boolean
  readonly last: boolean
  readonly text: string
}

type Drawn = Pick<UnifiedAnalytics, 'temporal_data' | 'time_unit' | 'from' | 'to'>

export function partialOf({ temporal_data, time_unit: unit, from, to }: Drawn, today: string): PartialEnds {
  const [start, end] = [temporal_data[0]?.period, temporal_data.at(-1)?.period]
  if (start === undefined || end === undefined) return { first: false, last: false, text: '' }
  const running = unfinishedName(temporal_data, unit, today)
  const first = from > daysOfPeriod(start, unit).from && start !== end
  const last = running !== undefined || to < daysOfPeriod(end, unit).to
  const names = [first && axisLabel(start, unit), last && (running ?? axisLabel(end, unit))]
  return { first, last, text: names.filter((name) => name !== false).join(' y ') }
}

export const isPartAt = (points: readonly unknown[], { first, last }: PartialEnds, at: number): boolean =>
  (first && at === 0) || (last && at === points.length - 1)
