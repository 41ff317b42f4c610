/** A day in the product is always a civil date in this zone, summer time included. */
export const ZONE = 'America/Santiago'

const HOUR_MS = 3_600_000
const HOURS_REMEMBERED_MAX = 20_000
// Created on first use: a runtime without the zone's data then fails at the start, not while modules load.
let civil: Intl.DateTimeFormat | undefined
const civilFormat = (): Intl.DateTimeFormat =>
  (civil ??= new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }))

interface WallHour {
  readonly day: string
  readonly hour: number
}

// Midnights and clock changes fall on whole UTC hours here, so all instants of one UTC hour share day and hour.
const wallHours = new Map<number, WallHour>()

/** `instantMs`: milliseconds since 1970. When clocks go back, two hours in a row are the same. */
export function wallHourInSantiago(instantMs: number): WallHour {
  const utcHour = Math.floor(instantMs / HOUR_MS)
  const cached = wallHours.get(utcHour)
  if (cached !== undefined) return cached
  if (wallHours.size >= HOURS_REMEMBERED_MAX) wallHours.clear()
  const wallHour = wallHourOfIntl(utcHour * HOUR_MS)
  wallHours.set(utcHour, wallHour)
  return wallHour
}

/** Uses `formatToParts`: the text between the parts differs between versions of ICU in any locale. */
function wallHourOfIntl(instantMs: number): WallHour {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of civilFormat().formatToParts(instantMs)) part[type] = value
  const { year = '', month = '', day = '', hour = '' } = part
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, hour: Number(hour) }
}

export const dayInSantiago = (instantMs: number): string => wallHourInSantiago(instantMs).day

const DAY_MS = 86_400_000
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)

/** Civil date arithmetic without a zone: no day has 23 or 25 hours. */
export const addDays = (day: string, days: number): string => dayOf(utcOf(day) + days * DAY_MS)
export const daysBetween = (from: string, to: string): number =>
  Math.round((utcOf(to) - utcOf(from)) / DAY_MS)
/** 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (day: string): number => (new Date(utcOf(day)).getUTCDay() + 6) % 7
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))
export function monthStart(day: string, months = 0): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return dayOf(Date.UTC(year, month - 1 + months, 1))
}

/** The same day of another month, or that month's last one where it has fewer days. */
export function addMonths(day: string, months: number): string {
  const target = monthStart(day, months)
  const last = addDays(monthStart(target, 1), -1)
  return addDays(target, Math.min(Number(day.slice(8)), Number(last.slice(8))) - 1)
}

/** First instant of a day, in milliseconds since 1970. If clocks skip midnight, the day begins after the skip. */
export function startOfDayMs(day: string): number {
  // Santiago is 3 to 5 hours behind UTC, so its day begins within these hours of the UTC day.
  const utcMidnight = utcOf(day)
  for (let hour = 2; hour <= 6; hour += 1) {
    if (dayInSantiago(utcMidnight + hour * HOUR_MS) >= day) return utcMidnight + hour * HOUR_MS
  }
  return utcMidnight + 4 * HOUR_MS
}

export interface WallShift {
  readonly fromMs: number
  /** Local time of an instant is this much later than its UTC. */
  readonly shiftMs: number
}

const shiftAt = (instantMs: number): number => {
  const { day, hour } = wallHourInSantiago(instantMs)
  return utcOf(day) + hour * HOUR_MS - Math.floor(instantMs / HOUR_MS) * HOUR_MS
}

/** Changes of local time within some instants, each until the next. SQL has no zone here. */
export function wallShifts(fromMs: number, toMs: number): readonly WallShift[] {
  const shifts: WallShift[] = []
  for (let atMs = fromMs; atMs < toMs;) {
    const shiftMs = shiftAt(atMs)
    if (shifts.at(-1)?.shiftMs !== shiftMs) shifts.push({ fromMs: atMs, shiftMs })
    const isSameNextDay = shiftAt(atMs + DAY_MS) === shiftMs
    atMs += isSameNextDay ? DAY_MS : HOUR_MS
  }
  return shifts
}
