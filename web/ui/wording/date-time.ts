import { addDays, dayInSantiago, wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'

/** The only style of whole dates, in words as in fields. Nothing is rounded; all are those of Santiago. */
const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

const two = (number: number): string => String(number).padStart(2, '0')

export const dayLabel = (day: string): string => day.split('-').toReversed().join('-')

export const dateText = (at: string | number): string => dayLabel(dayInSantiago(new Date(at).getTime()))

export function timeLabel(atMs: number): string {
  return `${two(wallHourInSantiago(atMs).hour)}:${two(new Date(atMs).getUTCMinutes())}`
}

export const timeWithSeconds = (atMs: number): string =>
  `${timeLabel(atMs)}:${two(new Date(atMs).getUTCSeconds())}`

export const minuteLabel = (atMs: number): string =>
  `${dayLabel(wallHourInSantiago(atMs).day)} ${timeLabel(atMs)}`

export const secondLabel = (atMs: number): string =>
  `${dayLabel(wallHourInSantiago(atMs).day)} ${timeWithSeconds(atMs)}`

/** `Hoy, viernes 20-11-2026`, `Ayer, jueves 19-11-2026`, `Lunes 02-11-2026` */
export function dayTitle(day: string, today: string): string {
  const weekday = WEEKDAYS[weekdayOf(day)] ?? ''
  const text = `${weekday} ${dayLabel(day)}`
  if (day === today) return `Hoy, ${text}`
  if (day === addDays(today, -1)) return `Ayer, ${text}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const NOW_SECONDS = 5
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const NO_TIME = '–'
const NOW = 'ahora'

export function durationText(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${seconds} s`
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)} min`
  return `${Math.floor(seconds / HOUR_SECONDS)} h`
}

function agoOr(atMs: number, nowMs: number, aged: (age: string) => string): string {
  if (!Number.isFinite(atMs)) return NO_TIME
  const seconds = Math.floor((nowMs - atMs) / 1_000)
  if (seconds < NOW_SECONDS) return NOW
  return seconds < DAY_SECONDS ? aged(durationText(seconds)) : dateText(atMs)
}

/** `ahora`, `12 s`, `2 min`, `3 h`, then the date. A time in the future (client clock behind) is shown as `ahora`. */
export const agoText = (atMs: number, nowMs: number): string => agoOr(atMs, nowMs, (age) => age)

/** As `agoText`, within a sentence: `hace 2 min`. */
export const sinceText = (atMs: number, nowMs: number): string => agoOr(atMs, nowMs, (age) => `hace ${age}`)

export const instantText = (atMs: number): string => (Number.isFinite(atMs) ? minuteLabel(atMs) : NO_TIME)
