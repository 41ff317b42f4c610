import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { daysOf, firstOfMonth, mondayBefore, plusDays, wallClockAt } from './santiago.ts'

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
