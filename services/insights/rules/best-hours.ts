import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import { type InsightDay, totalBy } from '../figures-material.ts'
import { rankSumOf, type Stratum, stratifiedRankSum } from '../statistics/stratified-rank-sum.ts'
import { inClock, inPercent, inWhole } from '../wording.ts'

const HOURS = 24
const BLOCK_HOURS = 3
/** Three of sixteen waking hours. */
const EVEN_SHARE = BLOCK_HOURS / 16
const SHARE_MIN = 0.25
const DAYS_MIN = 28
const BUSY_DAYS_MIN = 20
const VISITS_MIN = 60

const STARTS = Array.from({ length: HOURS - BLOCK_HOURS + 1 }, (_none, hour) => hour)

function visitsIn({ hours }: InsightDay, start: number): number {
  let sum = 0
  for (let hour = start; hour < start + BLOCK_HOURS; hour += 1) sum += hours[hour % HOURS] ?? 0
  return sum
}

/** Each day is a stratum of eight blocks, so that a burst counts only on one day. */
const daysBy = (days: readonly InsightDay[], start: number): readonly Stratum[] =>
  days.map((day) => ({
    chosen: [visitsIn(day, start)],
    others: Array.from({ length: HOURS / BLOCK_HOURS - 1 }, (_none, index) =>
      visitsIn(day, start + (index + 1) * BLOCK_HOURS),
    ),
  }))

/**
 * Rank of the block among eight, summed over days; exact, one-sided, times 22 blocks. Requires a quarter of all visits
 * and of the average day's, because one visitor's burst hardly changes the latter.
 */
export const bestHours: InsightRule = ({ days }) => {
  const busy = days.filter(({ hours }) => hours.some((visits) => visits > 0))
  const visits = totalBy(busy, (day) => day.hours.reduce((sum, count) => sum + count, 0))
  if (days.length < DAYS_MIN || busy.length < BUSY_DAYS_MIN || visits < VISITS_MIN) return undefined
  const [best] = STARTS.map((start) => ({
    start,
    ranks: rankSumOf(daysBy(busy, start)),
    inBlock: totalBy(busy, (day) => visitsIn(day, start)),
  })).toSorted((a, b) => b.ranks - a.ranks || b.inBlock - a.inBlock)
  if (best === undefined) return undefined
  if (stratifiedRankSum(daysBy(busy, best.start)).higher * STARTS.length > RULE_ALPHA) return undefined
  const ofDay = totalBy(
    busy,
    (day) => visitsIn(day, best.start) / day.hours.reduce((sum, count) => sum + count, 0),
  )
  const enough = best.inBlock / visits >= SHARE_MIN && ofDay / busy.length >= SHARE_MIN
  return enough ? findingOf(best.start, best.inBlock, visits, days.length) : undefined
}

function findingOf(start: number, inBlock: number, visits: number, days: number): Finding {
  const block = `${inClock(start)} y las ${inClock(start + BLOCK_HOURS)}`
  return {
    effect: Math.abs(logRatio(inBlock, visits * EVEN_SHARE)),
    costs: false,
    icon: 'clock',
    title: `Tu mejor horario: ${inClock(start)} a ${inClock(start + BLOCK_HOURS)}`,
    description: `Entre las ${block} recibes ${inPercent(inBlock / visits)} de tus visitas: ${inWhole(inBlock)} de ${inWhole(visits)} en los últimos ${days} días.`,
    action: `Publica y comparte tu enlace poco antes de las ${inClock(start)}, para que te vean a esa hora.`,
  }
}
