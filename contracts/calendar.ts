/** The one place that decides what a day is: a civil date in America/Santiago, summer time included. */
export const ZONE = 'America/Santiago'

const HOUR_MS = 3_600_000
const HOURS_REMEMBERED_MAX = 20_000
const civil = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
// Santiago's midnights and clock changes fall on whole UTC hours, so all instants of one UTC hour share a day.
const dayOfHour = new Map<number, string>()

/** Day (`YYYY-MM-DD`) of an instant in milliseconds since 1970. */
export function dayInSantiago(instantMs: number): string {
  const hour = Math.floor(instantMs / HOUR_MS)
  const known = dayOfHour.get(hour)
  if (known !== undefined) return known
  if (dayOfHour.size >= HOURS_REMEMBERED_MAX) dayOfHour.clear()
  const day = civil.format(hour * HOUR_MS)
  dayOfHour.set(hour, day)
  return day
}

const DAY_MS = 86_400_000
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)

/** Civil date arithmetic: no clock, no zone, so no day is ever 23 or 25 hours long. */
export const addDays = (day: string, days: number): string => dayOf(utcOf(day) + days * DAY_MS)
export const daysBetween = (from: string, to: string): number =>
  Math.round((utcOf(to) - utcOf(from)) / DAY_MS)
/** Monday of the ISO week that holds the day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7))
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
