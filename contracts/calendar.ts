/** The one place that decides what a day is: a civil date in America/Santiago, summer time included. */
export const ZONE = 'America/Santiago'

const HOUR_MS = 3_600_000
const HOURS_REMEMBERED_MAX = 20_000
const civil = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** What a clock on a wall in Santiago shows. */
interface WallHour {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** 0–23 */
  readonly hour: number
}

// Santiago's midnights and clock changes fall on whole UTC hours, so all instants of one UTC hour share day and hour.
const wallHours = new Map<number, WallHour>()

/** Day and hour of an instant in milliseconds since 1970. Where clocks are put back, two hours in a row are the same. */
export function wallHourInSantiago(instantMs: number): WallHour {
  const utcHour = Math.floor(instantMs / HOUR_MS)
  const known = wallHours.get(utcHour)
  if (known !== undefined) return known
  if (wallHours.size >= HOURS_REMEMBERED_MAX) wallHours.clear()
  const [day, hour] = civil.format(utcHour * HOUR_MS).split(', ') as [string, string]
  const found = { day, hour: Number(hour) }
  wallHours.set(utcHour, found)
  return found
}

/** Day (`YYYY-MM-DD`) of an instant in milliseconds since 1970. */
export const dayInSantiago = (instantMs: number): string => wallHourInSantiago(instantMs).day

const DAY_MS = 86_400_000
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)

/** Civil date arithmetic: no clock, no zone, so no day is ever 23 or 25 hours long. */
export const addDays = (day: string, days: number): string => dayOf(utcOf(day) + days * DAY_MS)
export const daysBetween = (from: string, to: string): number =>
  Math.round((utcOf(to) - utcOf(from)) / DAY_MS)
/** 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (day: string): number => (new Date(utcOf(day)).getUTCDay() + 6) % 7
/** Monday of the ISO week that holds the day. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))
/** First day of the month `months` after the one that holds the day. */
export function monthStart(day: string, months = 0): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return dayOf(Date.UTC(year, month - 1 + months, 1))
}

/** First instant of a day, in milliseconds. Where midnight is missing, the day begins when the clocks have jumped. */
export function startOfDayMs(day: string): number {
  // Santiago lies 3 to 5 hours behind UTC, so its day begins within these hours of the UTC day.
  const utcMidnight = utcOf(day)
  for (let hour = 2; hour <= 6; hour += 1) {
    if (dayInSantiago(utcMidnight + hour * HOUR_MS) >= day) return utcMidnight + hour * HOUR_MS
  }
  return utcMidnight + 4 * HOUR_MS
}
