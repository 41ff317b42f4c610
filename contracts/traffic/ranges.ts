import { addDays, daysBetween, mondayOf, monthStart } from '../calendar.ts'

export const RANGES = ['7d', '1m', '3m', '6m', '12m', 'all-time'] as const
export type Range = (typeof RANGES)[number]
export type TimeUnit = 'day' | 'week' | 'month'

/** `period`: `YYYY-MM-DD` (the day, or the Monday of the ISO week) or `YYYY-MM`. Both days are inclusive. */
interface Bucket {
  readonly period: string
  readonly from: string
  readonly to: string
}

export interface Span {
  readonly from: string
  readonly to: string
  readonly unit: TimeUnit
  readonly buckets: readonly Bucket[]
}

const DAYS_AS_DAYS_MAX = 31
const DAYS_AS_WEEKS_MAX = 26 * 7

const NEXT: Record<TimeUnit, (day: string) => string> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7),
  month: (day) => monthStart(day, 1),
}
const FIRST_OF: Record<TimeUnit, (day: string) => string> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => monthStart(day),
}

function spanOf(from: string, to: string, unit: TimeUnit): Span {
  const buckets: Bucket[] = []
  for (let start = FIRST_OF[unit](from); start <= to; start = NEXT[unit](start)) {
    const last = addDays(NEXT[unit](start), -1)
    buckets.push({
      period: unit === 'month' ? start.slice(0, 7) : start,
      from: start < from ? from : start,
      to: last > to ? to : last,
    })
  }
  return { from, to, unit, buckets }
}

function wholeLife(today: string, firstDay: string | null): Span {
  const from = firstDay === null || firstDay > today ? today : firstDay
  const days = daysBetween(from, today) + 1
  return spanOf(from, today, days <= DAYS_AS_DAYS_MAX ? 'day' : days <= DAYS_AS_WEEKS_MAX ? 'week' : 'month')
}

/** Days of one's own choice. Always drawn as days: parts of weeks and months are kept nowhere. */
export const spanOfDays = (from: string, to: string): Span => spanOf(from, to, 'day')

/** The same number of days, directly before. */
export function daysBefore({ from, to }: Pick<Span, 'from' | 'to'>): Pick<Span, 'from' | 'to'> {
  const last = addDays(from, -1)
  return { from: addDays(last, -daysBetween(from, to)), to: last }
}

export const spanBefore = (range: Range, span: Span): Pick<Span, 'from' | 'to'> | null =>
  range === 'all-time' ? null : daysBefore(span)

/** `today` and `firstDay` are days in Santiago. */
export function spanOfRange(range: Range, today: string, firstDay: string | null): Span {
  switch (range) {
    case '7d':
      return spanOf(addDays(today, -6), today, 'day')
    case '1m':
      return spanOf(addDays(today, -29), today, 'day')
    case '3m':
      return spanOf(addDays(mondayOf(today), -12 * 7), today, 'week')
    case '6m':
      return spanOf(monthStart(today, -5), today, 'month')
    case '12m':
      return spanOf(monthStart(today, -11), today, 'month')
    case 'all-time':
      return wholeLife(today, firstDay)
  }
}

interface Compared {
  readonly previous: { readonly from: string } | null
  readonly profile_since: string
}

/** Days on which the profile did not exist have no figures, so a period with such days compares with nothing. */
export const isComparable = ({ previous, profile_since }: Compared): boolean =>
  previous !== null && previous.from >= profile_since

/** Name of a day, week or month that is not over: its figures are lower than those of whole ones. */
export function unfinishedName(
  points: readonly { readonly period: string }[],
  unit: TimeUnit,
  today: string,
): string | undefined {
  const last = points.at(-1)?.period
  if (unit === 'day' && last === today) return 'hoy, hasta ahora'
  if (unit === 'month' && last === today.slice(0, 7)) return 'mes en curso'
  if (unit === 'week' && last === mondayOf(today)) return 'semana en curso'
  return undefined
}
