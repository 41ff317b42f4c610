import { mondayOf } from '../calendar.ts'
import type { TimeUnit } from './ranges.ts'

/** Of a day, week or month that is not over: its figures are lower than those of whole ones. */
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
