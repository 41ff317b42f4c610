import { ZONE } from '@app/contracts/calendar.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
// Clocks change on whole UTC hours: all instants of one share an offset.
const offsets = new Map<number, number>()

/** By how much Santiago's clocks are ahead of UTC at an instant: a negative number of milliseconds. */
export function offsetInSantiago(instantMs: number): number {
  const hour = Math.floor(instantMs / HOUR_MS) * HOUR_MS
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const parts = Object.fromEntries(wall.formatToParts(hour).map(({ type, value }) => [type, value]))
  const shown = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`)
  offsets.set(hour, shown - hour)
  return shown - hour
}

const two = (number: number): string => String(number).padStart(2, '0')

/** An instant as a web server in Santiago logs it: `05/Sep/2026:23:59:59 -0400`. */
export function logTime(instantMs: number): string {
  const offset = offsetInSantiago(instantMs)
  const shown = new Date(instantMs + offset)
  const date = `${two(shown.getUTCDate())}/${MONTHS[shown.getUTCMonth()]}/${shown.getUTCFullYear()}`
  const time = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()].map(two).join(':')
  const minutes = Math.abs(offset) / MINUTE_MS
  return `${date}:${time} ${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** Weekday (0 is Sunday) and hour on Santiago's clocks. */
export function weekdayAndHour(instantMs: number): { readonly weekday: number; readonly hour: number } {
  const shown = new Date(instantMs + offsetInSantiago(instantMs))
  return { weekday: shown.getUTCDay(), hour: shown.getUTCHours() }
}
