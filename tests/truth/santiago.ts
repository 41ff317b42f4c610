import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'

/**
 * A second implementation of Chile's calendar, computed only by Intl for each instant. It must not use
 * contracts/calendar.ts, which is checked against it.
 */

const clocks = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Santiago',
  hourCycle: 'h23',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
})
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** The length of a calendar day in UTC. */
const DAY_MS = 86_400_000

export interface WallClock {
  readonly day: string
  /** 0 is Monday. */
  readonly weekday: number
  readonly hour: number
}

const known = new Map<number, WallClock>()

export function wallClockAt(ms: number): WallClock {
  const found = known.get(ms) ?? askedAt(ms)
  known.set(ms, found)
  return found
}

function askedAt(ms: number): WallClock {
  const part = Object.fromEntries(clocks.formatToParts(ms).map(({ type, value }) => [type, value]))
  return {
    day: `${part['year']}-${part['month']}-${part['day']}`,
    weekday: WEEKDAYS.indexOf(part['weekday']!),
    hour: Number(part['hour']),
  }
}

const written = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

export const plusDays = (day: string, days: number): string =>
  new Date(written(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** All days of a span, both ends included. */
export function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}

function mondayBefore(day: string): string {
  let monday = day
  while (written(monday).getUTCDay() !== 1) monday = plusDays(monday, -1)
  return monday
}

/** The first day of the month that is `monthsBefore` before the day's. */
function firstOfMonth(day: string, monthsBefore: number): string {
  let first = `${day.slice(0, 7)}-01`
  for (let n = 0; n < monthsBefore; n += 1) first = `${plusDays(first, -1).slice(0, 7)}-01`
  return first
}

/** The first millisecond of a day, found by search, because some days have no midnight. */
export function firstMsOf(day: string): number {
  let [before, in_] = [written(day).getTime() - DAY_MS, written(day).getTime() + DAY_MS / 2]
  while (in_ - before > 1) {
    const middle = Math.floor((before + in_) / 2)
    if (wallClockAt(middle).day < day) before = middle
    else in_ = middle
  }
  return in_
}

type Range = UnifiedAnalytics['date_range']
type TimeUnit = UnifiedAnalytics['time_unit']

/** Days of a range and their unit in the chart. */
export interface Days {
  readonly from: string
  readonly to: string
  readonly unit: TimeUnit
}

const DAYS_DRAWN_MAX = 31
const WEEKS_DRAWN_MAX = 26

/** @param firstDay of any fact; undefined without facts */
export function daysAsked(range: Range, nowMs: number, firstDay: string | undefined): Days {
  const to = wallClockAt(nowMs).day
  switch (range) {
    case '7d':
      return { from: plusDays(to, -6), to, unit: 'day' }
    case '1m':
      return { from: plusDays(to, -29), to, unit: 'day' }
    case '3m':
      return { from: plusDays(mondayBefore(to), -12 * 7), to, unit: 'week' }
    case '6m':
      return { from: firstOfMonth(to, 5), to, unit: 'month' }
    case '12m':
      return { from: firstOfMonth(to, 11), to, unit: 'month' }
    case 'all-time': {
      const from = firstDay === undefined || firstDay > to ? to : firstDay
      const { length } = daysOf(from, to)
      const unit = length <= DAYS_DRAWN_MAX ? 'day' : length <= WEEKS_DRAWN_MAX * 7 ? 'week' : 'month'
      return { from, to, unit }
    }
  }
}

/** The equally long span before. */
export function daysBefore({ from, to }: Days): Pick<Days, 'from' | 'to'> {
  const { length } = daysOf(from, to)
  return { from: plusDays(from, -length), to: plusDays(from, -1) }
}

/** The name of a day's bucket. */
export function periodOf(day: string, unit: TimeUnit): string {
  if (unit === 'day') return day
  return unit === 'week' ? mondayBefore(day) : day.slice(0, 7)
}
