import { wallHourInSantiago } from '@app/contracts/calendar.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function offsetInSantiago(instantMs: number): number {
  const utcHourMs = Math.floor(instantMs / HOUR_MS) * HOUR_MS
  const { day, hour } = wallHourInSantiago(utcHourMs)
  return Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS - utcHourMs
}

const two = (number: number): string => String(number).padStart(2, '0')

/** As web servers log it: `05/Sep/2026:23:59:59 -0400`. */
export function logTime(instantMs: number): string {
  const offset = offsetInSantiago(instantMs)
  const shown = new Date(instantMs + offset)
  const date = `${two(shown.getUTCDate())}/${MONTHS[shown.getUTCMonth()]}/${shown.getUTCFullYear()}`
  const time = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()].map(two).join(':')
  const minutes = Math.abs(offset) / MINUTE_MS
  return `${date}:${time} ${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** 0 is Sunday. */
export function weekdayAndHour(instantMs: number): { readonly weekday: number; readonly hour: number } {
  const shown = new Date(instantMs + offsetInSantiago(instantMs))
  return { weekday: shown.getUTCDay(), hour: shown.getUTCHours() }
}
