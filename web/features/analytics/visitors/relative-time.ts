import { dayInSantiago, wallHourInSantiago } from '@app/contracts/calendar.ts'
import { dayText, NO_DATE } from '../series/days.ts'

const NOW_SECONDS = 5
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** `ahora`, `12 s`, `2 min`, `3 h`, then the date. A time in the future (client clock behind) is shown as `ahora`. */
export function agoText(atMs: number, nowMs: number): string {
  if (!Number.isFinite(atMs)) return NO_DATE
  const seconds = Math.floor((nowMs - atMs) / 1_000)
  if (seconds < NOW_SECONDS) return 'ahora'
  if (seconds < MINUTE_SECONDS) return `${seconds} s`
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)} min`
  if (seconds < DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)} h`
  return dayText(dayInSantiago(atMs))
}

const two = (number: number): string => String(number).padStart(2, '0')

export function instantText(atMs: number): string {
  if (!Number.isFinite(atMs)) return NO_DATE
  const { day, hour } = wallHourInSantiago(atMs)
  // Santiago's offset is whole hours, so its minutes are those of UTC.
  return `${dayText(day)}, ${two(hour)}:${two(new Date(atMs).getUTCMinutes())}`
}
