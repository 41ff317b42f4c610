import { addDays, dayInSantiago, wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import { intBelow, type Random } from './random.ts'

export interface TimeSlot {
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
  readonly weight: number
  readonly isFair: boolean
}

export interface DaySpan {
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
  readonly events: number
}

const HOUR_MS = 3_600_000
/** Events of one slot stay in memory until it is over. */
const SLOT_EVENTS = 1_000
/** Weights by hour in Santiago. */
const HOURS = [2, 1, 0.5, 0.5, 0.5, 1, 3, 8, 17, 27, 33, 38, 44, 46, 40, 36, 35, 33, 28, 20, 14, 11, 8, 4]
const WEEKDAYS = [1, 1.12, 1.15, 1.12, 0.98, 0.42, 0.28]
const MONTHS = [0.85, 0.7, 1.12, 1.05, 1, 0.95, 0.9, 1, 0.92, 1.1, 1.12, 0.86]
const HOLIDAYS = new Set(['01-01', '05-01', '05-21', '09-18', '09-19', '11-01', '12-08', '12-25'])
const HOLIDAY = 0.25
/** The last day has 40% more traffic than the first. */
const GROWTH = 0.4
const DAYS_A_FAIR = 60
const FAIR = 2.5
const FAIR_HOURS = { first: 10, last: 18 }

export function slotsOf(random: Random, span: DaySpan): readonly TimeSlot[] {
  const fairs = fairDaysOf(random, span)
  const hours = Math.max(1, (span.toMs - span.fromMs) / HOUR_MS)
  const slotMs = HOUR_MS / Math.max(1, Math.ceil(span.events / hours / SLOT_EVENTS))
  const firstMs = Math.floor(span.fromMs / HOUR_MS) * HOUR_MS
  const slots: TimeSlot[] = []
  for (let n = 0; firstMs + n * slotMs <= span.toMs; n += 1) {
    const fromMs = Math.max(span.fromMs, Math.round(firstMs + n * slotMs))
    const toMs = Math.min(span.toMs + 1, Math.round(firstMs + (n + 1) * slotMs))
    if (toMs <= fromMs) continue
    const wall = wallHourInSantiago(fromMs)
    const isFair = fairs.has(wall.day) && wall.hour >= FAIR_HOURS.first && wall.hour <= FAIR_HOURS.last
    const growth = 1 + (GROWTH * (fromMs - span.fromMs)) / (span.toMs - span.fromMs + 1)
    const busy = busyness(wall) * growth * (isFair ? FAIR : 1) * (0.7 + 0.6 * random())
    slots.push({ fromMs, toMs, isFair, weight: busy * (toMs - fromMs) })
  }
  return slots
}

function busyness({ day, hour }: { readonly day: string; readonly hour: number }): number {
  const date = day.slice(5)
  const month = MONTHS[Number(date.slice(0, 2)) - 1]!
  return HOURS[hour]! * WEEKDAYS[weekdayOf(day)]! * month * (HOLIDAYS.has(date) ? HOLIDAY : 1)
}

function fairDaysOf(random: Random, { fromMs, toMs }: DaySpan): ReadonlySet<string> {
  const first = dayInSantiago(fromMs)
  const days = Math.round((toMs - fromMs) / (24 * HOUR_MS))
  const fairs = new Set<string>()
  for (let n = 0; n < Math.round(days / DAYS_A_FAIR); n += 1) {
    const drawn = addDays(first, intBelow(random, days))
    const tuesday = addDays(drawn, 1 - weekdayOf(drawn))
    for (let day = 0; day < 3; day += 1) fairs.add(addDays(tuesday, day))
  }
  return fairs
}
