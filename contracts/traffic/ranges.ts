import { addDays, daysBetween, mondayOf, monthStart } from '../calendar.ts'
import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { DEVICES, NETWORKS, SOURCES } from './kinds.ts'

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

/** Days of one's own choice. Always drawn as days: parts of weeks and months are stored nowhere. */
export const spanOfDays = (from: string, to: string): Span => spanOf(from, to, 'day')

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

/** A choice of facts by one value of each field at most. */
export const figuresFilter = z.object({
  network: z.enum(NETWORKS, 'No conocemos esa red.').optional(),
  source: z.enum(SOURCES, 'No conocemos ese origen.').optional(),
  device: z.enum(DEVICES, 'No conocemos ese dispositivo.').optional(),
  hour: z
    .string()
    .regex(/^[1-7]-(?:1?\d|2[0-3])$/, 'La hora debe ser como 1-13: lunes a las 13.')
    .optional()
    .meta({ description: 'A weekday from Monday (1) on and an hour in America/Santiago, as `1-13`.' }),
})
export type FiguresFilter = z.infer<typeof figuresFilter>

const HOURS = 24

/** Hour of the week, 0 (Monday, 00 h) to 167. */
export function weekHourOf(hour: string): number {
  const [weekday, ofDay] = hour.split('-').map(Number) as [number, number]
  return (weekday - 1) * HOURS + ofDay
}

export const hourOfWeek = (cell: number): string => `${Math.floor(cell / HOURS) + 1}-${cell % HOURS}`

export const isFiltered = (filter: FiguresFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

export const OWN_DAYS_TEXT = `Los días deben ser dos, como 2026-11-20, en orden y a lo más ${LIMITS.ownDaysMax}.`
const isDay = (day: string): boolean => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && addDays(day, 0) === day
}
const ownDay = z
  .string()
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])-\d\d$/, OWN_DAYS_TEXT)
  .refine(isDay, OWN_DAYS_TEXT)
  .optional()
  .meta({ description: 'With the other of `from` and `to`: days in place of `date_range`, YYYY-MM-DD.' })
export const ownDays = z.object({ from: ownDay, to: ownDay })
export type OwnDays = z.infer<typeof ownDays>

export const areOwnDays = ({ from, to }: OwnDays): boolean =>
  from === undefined || to === undefined
    ? from === to
    : from <= to && daysBetween(from, to) < LIMITS.ownDaysMax
