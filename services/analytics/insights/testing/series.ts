import { addDays, weekdayOf } from '@app/contracts/calendar.ts'
import { type Network, NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import type { InsightDay, Material } from '../figures-material.ts'
import { createPick, type Random } from '../../../product/generator/random.ts'
import { gamma, poisson, shuffled } from './chance.ts'

export type Weights<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** Parameters of a profile's daily traffic; a test plants an effect by changing them. */
export interface TrafficParameters {
  /** Visitors expected on that day. */
  readonly visitors: (index: number, weekday: number) => number
  /** Shape of the gamma distribution of random differences between days; a smaller one gives larger differences. */
  readonly steadiness: number
  readonly hours: readonly number[]
  readonly networks: (index: number) => Weights<Network>
  readonly engagement: (index: number) => number
}

const LAST_DAY = '2026-08-20'
export const DAYS = 91
export const dayAt = (index: number): string => addDays(LAST_DAY, index - DAYS + 1)

const RETURNING = 0.15
const BURSTS = 0.005
const AGAIN_ON_SAME_LINK = 0.25

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>

export const emptyDay = (day: string) => ({
  day,
  visits: 0,
  visitors: 0,
  engaged: 0,
  clicks: 0,
  networks: zeros(NETWORKS),
  hours: Array.from({ length: 24 }, () => 0),
})
type Open = ReturnType<typeof emptyDay>

type Pick<Value> = (random: Random) => Value

interface Odds {
  readonly hourOf: Pick<number>
  readonly networkOf: Pick<Network>
  readonly engagement: number
}

const pickBy = <Name extends string>(weights: Weights<Name>): Pick<Name> =>
  createPick(Object.entries(weights) as [Name, number][])

const oddsOf = (parameters: TrafficParameters, index: number): Odds => ({
  hourOf: createPick(parameters.hours.map((weight, hour) => [hour, weight] as const)),
  networkOf: pickBy(parameters.networks(index)),
  engagement: parameters.engagement(index),
})

/** One visitor's day: some come back, a few reload the page often, some click, often on the same link. */
function visit(figures: Open, odds: Odds, random: Random): void {
  let visits = random() < BURSTS ? 5 + Math.floor(random() * 8) : 1
  while (random() < RETURNING) visits += 1
  figures.visitors += 1
  figures.visits += visits
  figures.hours[odds.hourOf(random)]! += visits
  if (random() < odds.engagement) engage(figures, odds.networkOf, random)
}

function engage(figures: Open, networkOf: Pick<Network>, random: Random): void {
  figures.engaged += 1
  let last: Network | undefined
  for (let left = 1 + poisson(random, 0.5); left > 0; left -= 1) {
    last = last !== undefined && random() < AGAIN_ON_SAME_LINK ? last : networkOf(random)
    figures.networks[last] += 1
    figures.clicks += 1
  }
}

export function seriesOf(parameters: TrafficParameters, random: Random, days = DAYS): readonly InsightDay[] {
  return Array.from({ length: days }, (_none, at) => {
    const index = DAYS - days + at
    const figures = emptyDay(dayAt(index))
    const expected = parameters.visitors(index, weekdayOf(figures.day))
    const visitors = poisson(
      random,
      (expected * gamma(random, parameters.steadiness)) / parameters.steadiness,
    )
    const odds = oddsOf(parameters, index)
    for (let left = visitors; left > 0; left -= 1) visit(figures, odds, random)
    return figures
  })
}

/** Shuffles days and the hours of each, which removes trends, weekdays and times of day. */
export function withoutOrder(days: readonly InsightDay[], random: Random): readonly InsightDay[] {
  const order = shuffled(random, days)
  return days.map(({ day }, index) => {
    const figures = order[index]!
    return { ...figures, day, hours: shuffled(random, figures.hours) }
  })
}

export const COMMON = ['email', 'whatsapp', 'linkedin', 'instagram', 'facebook', 'website'] as const

export const evenly = <Name extends string>(names: readonly Name[]): Weights<Name> =>
  Object.fromEntries(names.map((name) => [name, 1])) as Weights<Name>

const AWAKE = Array.from({ length: 24 }, (_none, hour) => (hour >= 8 ? 1 : 0.1))

/** An ordinary profile, quieter at weekends and at night. */
export const ordinary = (perDay: number): TrafficParameters => ({
  visitors: (_index, weekday) => perDay * (weekday >= 5 ? 0.6 : 1),
  steadiness: 10,
  hours: AWAKE,
  networks: () => evenly(COMMON),
  engagement: () => 0.3,
})

export const materialOf = (days: readonly InsightDay[], hidden: readonly Network[] = []): Material => ({
  days,
  shown: Object.fromEntries(
    NETWORKS.map((network) => [network, network !== 'custom' && !hidden.includes(network)]),
  ) as Record<Network, boolean>,
  customTitle: '',
  hasPhoto: true,
})
