import type { Insight } from '@app/contracts/analytics/insight-calls.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import type { Material } from '../figures-material.ts'
import { NETWORK_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { inClock } from '../rules.ts'
import { intBelow, oneOf, type Random } from '../../../product/generator/random.ts'
import { COMMON, DAYS, evenly, materialOf, ordinary, seriesOf, type TrafficParameters } from './series.ts'

/** A series with a planted effect, and whether insights name exactly it. */
export interface Planted {
  readonly material: Material
  readonly isNamedBy: (insight: Insight) => boolean
}
type Planting = (base: TrafficParameters, random: Random) => Planted

const RECENT_FROM = DAYS - 28
const isRecent = (index: number): boolean => index >= RECENT_FROM
const planted = (
  parameters: TrafficParameters,
  random: Random,
  isNamedBy: Planted['isNamedBy'],
): Planted => ({
  material: materialOf(seriesOf(parameters, random)),
  isNamedBy,
})

const changed =
  (times: number, icon: Insight['icon']): Planting =>
  (base, random) => {
    const visitors = (index: number, weekday: number) =>
      base.visitors(index, weekday) * (isRecent(index) ? times : 1)
    return planted({ ...base, visitors }, random, (insight) => insight.icon === icon)
  }

/** Accepts hours of which at least two are right. */
const hours: Planting = (base, random) => {
  const from = 8 + intBelow(random, 13)
  const weights = base.hours.map((weight, hour) => weight * (hour >= from && hour < from + 3 ? 4 : 1))
  const right = [from - 1, from, from + 1].map((hour) => `Tu mejor horario: ${inClock(hour)} a`)
  return planted(
    { ...base, hours: weights },
    random,
    ({ icon, title }) => icon === 'clock' && right.some((start) => title.startsWith(start)),
  )
}

const network =
  (times: number, since: number, icon: Insight['icon']): Planting =>
  (base, random) => {
    const name: Network = oneOf(random, COMMON)
    const networks = (index: number) => ({ ...evenly(COMMON), ...(index >= since ? { [name]: times } : {}) })
    return planted(
      { ...base, networks },
      random,
      (insight) => insight.icon === icon && insight.title.startsWith(NETWORK_NAMES[name]),
    )
  }

const engagement =
  (before: number, now: number, title: string): Planting =>
  (base, random) =>
    planted(
      { ...base, engagement: (index) => (isRecent(index) ? now : before) },
      random,
      (insight) => insight.icon === 'mouse-pointer-click' && insight.title.startsWith(title),
    )

export const PLANTINGS: Readonly<Record<string, Planting>> = {
  'visits fall by 40%': changed(0.6, 'trending-down'),
  'visits rise by 70%': changed(1.7, 'trending-up'),
  'three hours are four times as busy': hours,
  'a network has four times its even share': network(4, 0, 'award'),
  'a network has a fifth of its even share': network(0.2, 0, 'unlink'),
  'a network has risen fourfold': network(4, RECENT_FROM, 'award'),
  'engagement falls from 35% to 20%': engagement(0.35, 0.2, 'Menos'),
  'engagement is 4%': engagement(0.04, 0.04, 'Pocas'),
}

export const PLANTED_SIZES = [10, 20, 50, 100] as const

/** Half of the profiles already have a rhythm, which competes with the planted effect. */
export function plantedIn(kind: string, size: number, hasRhythm: boolean, random: Random): Planted {
  const base = ordinary(size)
  const even = { ...base, visitors: () => size, hours: base.hours.map(() => 1) }
  return PLANTINGS[kind]!(hasRhythm ? base : even, random)
}
