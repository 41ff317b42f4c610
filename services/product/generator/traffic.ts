import { wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import { createRandom, intBelow, type Random } from './random.ts'
import { createVisits, type GeneratedEvent, type VisitsOptions } from './visits.ts'

export interface TrafficOptions extends VisitsOptions {
  readonly seed: number
  readonly events: number
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
}

const HOUR_MS = 3_600_000
/** Weights by hour in Santiago, from Monday on, and by month. */
const HOURS = [2, 1, 0.5, 0.5, 0.5, 1, 3, 8, 17, 27, 33, 38, 44, 46, 40, 36, 35, 33, 28, 20, 14, 11, 8, 4]
const WEEKDAYS = [1, 1.12, 1.15, 1.12, 0.98, 0.42, 0.28]
const MONTHS = [0.85, 0.7, 1.12, 1.05, 1, 0.95, 0.9, 1, 0.92, 1.1, 1.12, 0.86]
/** The last day has 40% more traffic than the first. */
const GROWTH = 0.4
/** Three working days in one week of nine. */
const FAIR = { weeks: 9, factor: 2.5 }

/** Yields the requested number in order, but for what visits have after their hour. Repeatable for the same options. */
export function* traffic(options: TrafficOptions): Generator<GeneratedEvent> {
  const { seed, events, fromMs, toMs } = options
  const random = createRandom(seed, JSON.stringify(options))
  const hours = hoursOf(random, fromMs, toMs)
  const nextVisit = createVisits(random, options)
  const total = hours.reduce((sum, { weight }) => sum + weight, 0)
  let [weight, left] = [0, events]
  for (const hour of hours) {
    weight += hour.weight
    const leaves = events - Math.round((weight / total) * events)
    const fresh: GeneratedEvent[] = []
    while (left > leaves) {
      const atMs = hour.fromMs + intBelow(random, hour.toMs - hour.fromMs)
      const visit = nextVisit(atMs, hour.isFair).filter((one) => atOf(one) <= toMs)
      fresh.push(...visit.slice(0, left))
      left -= Math.min(left, visit.length)
    }
    yield* fresh.sort((a, b) => atOf(a) - atOf(b))
  }
}

const atOf = ({ event }: GeneratedEvent): number => Date.parse(event.meta.occurredAt)

function hoursOf(random: Random, firstMs: number, lastMs: number) {
  const hours: { fromMs: number; toMs: number; isFair: boolean; weight: number }[] = []
  for (let fromMs = firstMs; fromMs <= lastMs;) {
    const toMs = Math.min(lastMs + 1, (Math.floor(fromMs / HOUR_MS) + 1) * HOUR_MS)
    const { day, hour } = wallHourInSantiago(fromMs)
    const weekday = weekdayOf(day)
    const week = Math.floor((Date.parse(day) / HOUR_MS / 24 - weekday) / 7)
    const isFair = week % FAIR.weeks === 0 && weekday >= 1 && weekday <= 3
    const growth = 1 + (GROWTH * (fromMs - firstMs)) / (lastMs - firstMs + 1)
    const usual = HOURS[hour]! * WEEKDAYS[weekday]! * MONTHS[Number(day.slice(5, 7)) - 1]! * growth
    const weight = usual * (isFair ? FAIR.factor : 1) * (0.7 + 0.6 * random()) * (toMs - fromMs)
    hours.push({ fromMs, toMs, isFair, weight })
    fromMs = toMs
  }
  return hours
}
