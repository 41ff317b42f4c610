import { addDays, weekdayOf } from '@app/contracts/calendar.ts'
import { type Network, NETWORKS } from '@app/contracts/traffic/kinds.ts'
import type { InsightDay, Material } from '../evidence.ts'
import { createPick, intBelow, oneOf, type Random } from '../../../product/generator/random.ts'

/** Fisher and Yates's shuffle. */
export function shuffled<Value>(random: Random, values: readonly Value[]): readonly Value[] {
  const order = [...values]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = intBelow(random, last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

const untilNext = (random: Random): number => -Math.log(1 - random())

/** Counts events of a time whose distances are exponential. */
function poisson(random: Random, mean: number): number {
  let count = 0
  for (let at = untilNext(random); at <= mean; at += untilNext(random)) count += 1
  return count
}

/** Parameters of a profile's daily traffic. */
interface Traffic {
  /** Visitors expected on that day. */
  readonly visitors: (index: number, weekday: number) => number
  /** A smaller one gives larger random differences between days. */
  readonly steadiness: number
  readonly hours: readonly number[]
  readonly networks: (index: number) => Readonly<Partial<Record<Network, number>>>
  readonly engagement: (index: number) => number
}

export const DAYS = 91
const dayAt = (index: number): string => addDays('2026-08-20', index - DAYS + 1)
const zeros = () => Object.fromEntries(NETWORKS.map((network) => [network, 0])) as Record<Network, number>
const emptyDay = (index: number) => ({
  day: dayAt(index),
  visits: 0,
  visitors: 0,
  engaged: 0,
  networks: zeros(),
  hours: Array<number>(24).fill(0),
})

/** Some come back, a few reload the page often, some click, often on the same link. */
function seriesOf(traffic: Traffic, random: Random, days = DAYS): readonly InsightDay[] {
  const hourOf = createPick(traffic.hours.map((weight, hour) => [hour, weight] as const))
  return Array.from({ length: days }, (_none, at) => {
    const index = DAYS - days + at
    const day = emptyDay(index)
    const networkOf = createPick(Object.entries(traffic.networks(index)) as [Network, number][])
    const { steadiness } = traffic
    const mood = Array.from({ length: steadiness }, () => untilNext(random)).reduce(
      (sum, one) => sum + one,
      0,
    )
    const expected = traffic.visitors(index, weekdayOf(day.day))
    day.visitors = poisson(random, (expected * mood) / steadiness)
    for (let left = day.visitors; left > 0; left -= 1) {
      const visits = 1 + (random() < 0.005 ? 4 + intBelow(random, 8) : 0) + poisson(random, 0.18)
      day.visits += visits
      day.hours[hourOf(random)]! += visits
      if (random() >= traffic.engagement(index)) continue
      day.engaged += 1
      let link = networkOf(random)
      for (let clicks = 1 + poisson(random, 0.5); clicks > 0; clicks -= 1) {
        day.networks[link] += 1
        if (random() >= 0.25) link = networkOf(random)
      }
    }
    return day
  })
}

const COMMON = ['email', 'whatsapp', 'linkedin', 'instagram', 'facebook', 'website'] as const
const evenly = (names: readonly Network[]) => Object.fromEntries(names.map((name) => [name, 1]))
const AWAKE = Array.from({ length: 24 }, (_none, hour) => (hour >= 8 ? 1 : 0.1))

/** An ordinary profile, quieter at weekends and at night. */
const ordinary = (perDay: number): Traffic => ({
  visitors: (_index, weekday) => perDay * (weekday >= 5 ? 0.6 : 1),
  steadiness: 10,
  hours: AWAKE,
  networks: () => evenly(COMMON),
  engagement: () => 0.3,
})

export const materialOf = (
  days: readonly InsightDay[],
  links: readonly Network[] = NETWORKS.filter((network) => network !== 'custom'),
): Material => ({
  days,
  shown: Object.fromEntries(NETWORKS.map((one) => [one, links.includes(one)])) as Material['shown'],
  customTitle: '',
  hasPhoto: true,
})

/** A profile without effects: days and hours are shuffled, clicks are even, and only links with clicks are shown. */
export function shuffledMaterial(random: Random): Material {
  const networks = COMMON.slice(0, 2 + intBelow(random, COMMON.length - 1))
  const engagement = oneOf(random, [0.15, 0.25, 0.4])
  const traffic = {
    ...ordinary(oneOf(random, [2, 5, 10, 20, 50, 100, 200])),
    steadiness: oneOf(random, [2, 4, 8, 20]),
    networks: () => evenly(networks),
    engagement: () => engagement,
  }
  const days = seriesOf(traffic, random, oneOf(random, [30, 60, DAYS, DAYS, DAYS, DAYS]))
  const order = shuffled(random, days)
  const without = days.map(({ day }, nth) => ({
    ...order[nth]!,
    day,
    hours: shuffled(random, order[nth]!.hours),
  }))
  return materialOf(without, networks)
}

export type SteadyDay = Partial<Pick<InsightDay, 'visits' | 'engaged' | 'hours'>> & {
  readonly networks?: Readonly<Partial<Record<Network, number>>>
}

/** Days of `dayOf` up to the last day, on which each visitor comes once. */
export const steadyDays = (dayOf: (index: number) => SteadyDay, days = DAYS): readonly InsightDay[] =>
  Array.from({ length: days }, (_none, at) => {
    const { visits = 0, networks, ...more } = dayOf(DAYS - days + at)
    const hours = Array.from({ length: 24 }, (_hour, hour) => Math.floor((visits + hour) / 24))
    const day = { ...emptyDay(DAYS - days + at), visits, visitors: visits, hours, ...more }
    return { ...day, networks: { ...day.networks, ...networks } }
  })
