import type { Material } from '../figures-material.ts'
import { oneOf, type Random } from '../../../product/generator/random.ts'
import { COMMON, DAYS, evenly, materialOf, ordinary, seriesOf, withoutOrder } from './series.ts'

const SIZES = [2, 5, 10, 20, 50, 100, 200] as const
const STEADINESS = [2, 4, 8, 20] as const
const ENGAGEMENT = [0.15, 0.25, 0.4] as const
const LENGTHS = [30, 60, DAYS, DAYS, DAYS, DAYS] as const

/** A profile without effects: an ordinary one with shuffled days and hours, and clicks distributed evenly. */
export function shuffledMaterial(random: Random): Material {
  const networks = COMMON.slice(0, 2 + Math.floor(random() * (COMMON.length - 1)))
  const [steadiness, engagement] = [oneOf(random, STEADINESS), oneOf(random, ENGAGEMENT)]
  const ways = {
    ...ordinary(oneOf(random, SIZES)),
    steadiness,
    networks: () => evenly(networks),
    engagement: () => engagement,
  }
  const days = withoutOrder(seriesOf(ways, random, oneOf(random, LENGTHS)), random)
  const material = materialOf(days)
  // Shows only the links with clicks, so that none lags.
  const shown = Object.fromEntries(
    Object.keys(material.shown).map((one) => [one, networks.some((name) => name === one)]),
  )
  return { ...material, shown: shown as Material['shown'] }
}
