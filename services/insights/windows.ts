import type { DayFigures } from './material.ts'

/** Four weeks: as many of each weekday. */
export const WINDOW_DAYS = 28

export const lastDays = (days: readonly DayFigures[], count = WINDOW_DAYS): readonly DayFigures[] =>
  days.slice(Math.max(0, days.length - count))

/** The window before the last one; undefined where the figures do not go back so far. */
export function windowBefore(days: readonly DayFigures[]): readonly DayFigures[] | undefined {
  return days.length >= 2 * WINDOW_DAYS ? days.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS) : undefined
}

export const totalBy = (days: readonly DayFigures[], figure: (day: DayFigures) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0)
