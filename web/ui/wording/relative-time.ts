import { dateText, minuteLabel } from './exact-time.ts'

const NOW_SECONDS = 5
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const NO_TIME = '–'
const NOW = 'ahora'

/** `12 s`, `2 min`, `3 h`. */
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
