import { addDays } from '@app/contracts/calendar.ts'
import { type Network, NETWORKS } from '@app/contracts/traffic/kinds.ts'
import type { InsightDay, Material } from '../evidence.ts'
import { intBelow, oneOf, type Random } from '../../../product/generator/random.ts'

const untilNext = (random: Random): number => -Math.log(1 - random())

function poisson(random: Random, mean: number): number {
  let count = 0
  for (let at = untilNext(random); at <= mean; at += untilNext(random)) count += 1
  return count
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

const COMMON = ['email', 'whatsapp', 'linkedin', 'instagram', 'facebook', 'website'] as const

export const materialOf = (
  days: readonly InsightDay[],
  links: readonly Network[] = NETWORKS.filter((network) => network !== 'custom'),
): Material => ({
  days,
  shown: new Set(links),
  customTitle: '',
  hasPhoto: true,
})

/** A profile without effects. Some visitors come back, a few reload the page often, some click, often on the same link. */
export function anyMaterial(random: Random): Material {
  const networks = COMMON.slice(0, 2 + intBelow(random, COMMON.length - 1))
  const [perDay, steadiness] = [oneOf(random, [2, 5, 10, 20, 50, 100, 200]), oneOf(random, [2, 4, 8, 20])]
  const engagement = oneOf(random, [0.15, 0.25, 0.4])
  const length = oneOf(random, [30, 60, DAYS, DAYS, DAYS, DAYS])
  const days = Array.from({ length }, (_none, at) => {
    const day = emptyDay(DAYS - length + at)
    const moods = Array.from({ length: steadiness }, () => untilNext(random))
    day.visitors = poisson(random, (perDay * moods.reduce((sum, one) => sum + one, 0)) / steadiness)
    for (let left = day.visitors; left > 0; left -= 1) {
      const visits = 1 + (random() < 0.005 ? 4 + intBelow(random, 8) : 0) + poisson(random, 0.18)
      day.visits += visits
      day.hours[intBelow(random, 24)]! += visits
      if (random() >= engagement) continue
      day.engaged += 1
      let link = oneOf(random, networks)
      for (let clicks = 1 + poisson(random, 0.5); clicks > 0; clicks -= 1) {
        day.networks[link] += 1
        if (random() >= 0.25) link = oneOf(random, networks)
      }
    }
    return day
  })
  return materialOf(days, networks)
}

export type SteadyDay = Partial<Pick<InsightDay, 'visits' | 'engaged' | 'hours'>> & {
  readonly networks?: Readonly<Partial<Record<Network, number>>>
}

export const steadyDays = (dayOf: (index: number) => SteadyDay, days = DAYS): readonly InsightDay[] =>
  Array.from({ length: days }, (_none, at) => {
    const { visits = 0, networks, ...more } = dayOf(DAYS - days + at)
    const hours = Array.from({ length: 24 }, (_hour, hour) => Math.floor((visits + hour) / 24))
    const day = { ...emptyDay(DAYS - days + at), visits, visitors: visits, hours, ...more }
    return { ...day, networks: { ...day.networks, ...networks } }
  })
