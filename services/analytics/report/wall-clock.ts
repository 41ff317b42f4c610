import { wallHourInSantiago } from '@app/contracts/calendar.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** Spreadsheets have no time zones, so the result in UTC equals Santiago's clock, to the second. */
export function wallClockMs(atMs: number): number {
  const { day, hour } = wallHourInSantiago(atMs)
  // Santiago's offset from UTC is in whole hours.
  const inHour = Math.floor((atMs - Math.floor(atMs / HOUR_MS) * HOUR_MS) / SECOND_MS) * SECOND_MS
  return dayMs(day) + hour * HOUR_MS + inHour
}

/** Midnight in UTC, even on days without a midnight in Santiago. */
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
