import type { InsightDay } from './figures-material.ts'

/** Whole weeks, so that weekdays have equal weight. */
export const WINDOW_DAYS = 28

export const lastDays = (days: readonly InsightDay[], count = WINDOW_DAYS): readonly InsightDay[] =>
  days.slice(Math.max(0, days.length - count))

export function windowBefore(days: readonly InsightDay[]): readonly InsightDay[] | undefined {
  return days.length >= 2 * WINDOW_DAYS ? days.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS) : undefined
}

export const totalBy = (days: readonly InsightDay[], figure: (day: InsightDay) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0)
