import { createRandom, type Random } from '../../product/generator/random.ts'
import { HOUR_WEIGHTS } from '../../product/generator/traffic.ts'
import type { BenchPart, Figures } from '../frame.ts'

/** Events a second that one process of `api`, one log and the slowest read model take; see docs/scale.md. */
const RATES = { api: 4_000, log: 8_500, models: 10_000 } as const
type Stage = keyof typeof RATES
const STAGES = Object.keys(RATES) as Stage[]

export interface Plan {
  readonly cards: number
  readonly apis: number
  readonly logs: number
}

export interface Wait {
  readonly seconds: number
  readonly since?: number | undefined
}

const EVENTS_A_CARD = 10
const HOUR = 3_600
const DAY = 24 * HOUR
/** One card is shown on television: its events come within the hour. */
const HOT = { events: 1_000_000, from: 13 * HOUR, to: 14 * HOUR }
/** Phones without a network keep their clicks and send them afterwards. */
const OUTAGE = { share: 0.03, from: 12 * HOUR, to: 13 * HOUR, sentWithin: 300 }

/** A day second by second: events wait for a process, then for the log of their card, then for its read models. */
export function simulateDay({ cards, apis, logs }: Plan, seed: number): Readonly<Record<Stage, Wait>> {
  const random = createRandom(seed)
  const capacities: Record<Stage, number> = { api: apis * RATES.api, log: RATES.log, models: RATES.models }
  const queues: Record<Stage, number[]> = {
    api: [0],
    log: Array.from({ length: logs }, () => 0),
    models: Array.from({ length: logs }, () => 0),
  }
  const waits: Record<Stage, Wait> = { api: { seconds: 0 }, log: { seconds: 0 }, models: { seconds: 0 } }
  let offline = 0
  const serve = (stage: Stage, place: number, arrived: number, second: number): number => {
    const waiting = queues[stage][place]! + arrived
    const served = Math.min(waiting, capacities[stage])
    queues[stage][place] = waiting - served
    const seconds = (waiting - served) / capacities[stage]
    const { since = seconds >= 1 ? second : undefined } = waits[stage]
    waits[stage] = { seconds: Math.max(waits[stage].seconds, seconds), since }
    return served
  }
  for (let second = 0; second < DAY; second += 1) {
    let usual = poisson(random, usualRate(cards, second))
    if (second >= OUTAGE.from && second < OUTAGE.to) {
      offline += usual * OUTAGE.share
      usual *= 1 - OUTAGE.share
    }
    const isBack = second >= OUTAGE.to && second < OUTAGE.to + OUTAGE.sentWithin
    const late = isBack ? offline / OUTAGE.sentWithin : 0
    const isHot = second >= HOT.from && second < HOT.to
    const hot = isHot ? poisson(random, HOT.events / (HOT.to - HOT.from)) : 0
    const arrived = usual + late + hot
    const served = serve('api', 0, arrived, second)
    for (let place = 0; place < logs; place += 1) {
      const part = arrived === 0 ? 0 : ((usual + late) / logs + (place === 0 ? hot : 0)) / arrived
      serve('models', place, serve('log', place, served * part, second), second)
    }
  }
  return waits
}

const WEIGHTS = HOUR_WEIGHTS.reduce((sum, weight) => sum + weight, 0)
const usualRate = (cards: number, second: number): number =>
  (cards * EVENTS_A_CARD * HOUR_WEIGHTS[Math.floor(second / HOUR)]!) / WEIGHTS / HOUR

/** By its normal approximation above 50. */
function poisson(random: Random, mean: number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  let count = 0
  for (let product = random(), least = Math.exp(-mean); product > least; product *= random()) count += 1
  return count
}

const PLANS: Readonly<Record<string, Plan>> = {
  '10 thousand cards': { cards: 10_000, apis: 1, logs: 1 },
  '1 million cards': { cards: 1_000_000, apis: 2, logs: 1 },
  '100 million cards, 1 log': { cards: 100_000_000, apis: 10, logs: 1 },
  '100 million cards, 6 logs': { cards: 100_000_000, apis: 10, logs: 6 },
}
const SEED = 20_261_130

const timeOf = (second: number): string => new Date(second * 1_000).toISOString().slice(11, 16)

/** A day on paper at the rates that other parts measured. Nothing of it takes time or a database. */
export const day: BenchPart = {
  name: 'day',
  judged: Object.keys(PLANS).flatMap((plan) =>
    STAGES.map((stage) => ({ title: `${plan}: longest wait for ${stage}, s`, metric: stage, of: plan })),
  ),
  open: async ({ say }) =>
    Object.fromEntries(
      Object.entries(PLANS).map(([name, plan], place) => {
        const run = async (): Promise<Figures> => {
          const waits = simulateDay(plan, SEED + place)
          const [first] = STAGES.filter((stage) => waits[stage].since !== undefined).sort(
            (a, b) => waits[a].since! - waits[b].since!,
          )
          say(
            `${name}: ${first === undefined ? 'no queue grows' : `${first} first, at ${timeOf(waits[first].since!)}`}`,
          )
          return Object.fromEntries(STAGES.map((stage) => [stage, waits[stage].seconds]))
        }
        return [name, run]
      }),
    ),
}
