import { wallHourInSantiago } from '@app/contracts/calendar.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** Spreadsheets know no zones: the instant whose clock in UTC reads as Santiago's does at `atMs`, to the second. */
export function wallClockMs(atMs: number): number {
  const { day, hour } = wallHourInSantiago(atMs)
  // Santiago lies whole hours from UTC, so what has passed of the hour is the same in both.
  const inHour = Math.floor((atMs - Math.floor(atMs / HOUR_MS) * HOUR_MS) / SECOND_MS) * SECOND_MS
  return dayMs(day) + hour * HOUR_MS + inHour
}

/** A civil day as spreadsheets have it: its midnight, whether or not Santiago's clocks show it that day. */
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
