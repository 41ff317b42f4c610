import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import type { InsightDay } from '../figures-material.ts'
import { median, robustDeviation } from '../statistics/median.ts'
import { negativeBinomialAtLeast } from '../statistics/negative-binomial-tail.ts'
import { lastDays, WINDOW_DAYS } from '../insight-windows.ts'
import { inDate, inLongDate, inTenths, inWhole } from '../wording.ts'
import { type SpikeSource, spikeSource } from './spike-source.ts'

const TIMES_MIN = 2.5
const MORE_MIN = 10
/** Fraction of extreme days excluded from the usual level, so that a fair of three days does not hide itself. */
const EXTREME_FRACTION = 1 / 30
/** Restores the variance that leaving days out removes, with a margin. */
const TRIMMED_VARIANCE = 1.75

interface Spike {
  readonly day: InsightDay
  readonly others: readonly InsightDay[]
  readonly level: number
  readonly usual: number
}

/** At least the variance of Poisson and of the MAD. */
function surprise(value: number, others: readonly number[]) {
  const calm = others.toSorted((a, b) => a - b).slice(0, -Math.ceil(others.length * EXTREME_FRACTION))
  const level = calm.reduce((sum, count) => sum + count, 0) / calm.length
  const variance = calm.reduce((sum, count) => sum + (count - level) ** 2, 0) / calm.length
  const width = Math.max(level, robustDeviation(others) ** 2, variance * TRIMMED_VARIANCE)
  return { level, chance: negativeBinomialAtLeast(value, level, width) }
}

function spikeOn(day: InsightDay, days: readonly InsightDay[]): Spike | undefined {
  const others = days.filter((other) => other !== day)
  const othersBy = (figure: 'visits' | 'visitors') => others.map((other) => other[figure])
  const { level, chance } = surprise(day.visits, othersBy('visits'))
  const { chance: chanceOfVisitors } = surprise(day.visitors, othersBy('visitors'))
  if (Math.max(chance, chanceOfVisitors) * WINDOW_DAYS > RULE_ALPHA) return undefined
  if (day.visits < level * TIMES_MIN || day.visits < level + MORE_MIN) return undefined
  return { day, others, level, usual: median(othersBy('visits')) }
}

/**
 * Tail probability of the day's visits and of its visitors, so that one person's burst does not count; times 28 days.
 * Requires 2.5 times the usual and 10 more.
 */
export const spike: InsightRule = ({ days }) => {
  if (days.length < WINDOW_DAYS) return undefined
  const [highest] = lastDays(days)
    .map((day) => spikeOn(day, days))
    .filter((found) => found !== undefined)
    .toSorted((a, b) => b.day.visits - a.day.visits)
  return highest && findingOf(highest)
}

const sourceText = (source: SpikeSource | undefined): string =>
  source === undefined
    ? 'Ningún origen destaca entre ellas.'
    : `De ellas, ${inWhole(source.visits)} llegaron por ${source.name} (lo usual: ${inTenths(source.usual)}).`

function findingOf({ day, others, level, usual }: Spike): Finding {
  const source = spikeSource(day, others, level)
  return {
    effect: logRatio(day.visits, level),
    costs: false,
    icon: 'zap',
    title: `Un día fuera de lo común: ${inDate(day.day)}`,
    description: `El ${inLongDate(day.day)} tuviste ${inWhole(day.visits)} visitas (lo usual: ${inTenths(usual)}). ${sourceText(source)}`,
    action:
      source === undefined
        ? 'Anota qué hiciste ese día y, si te sirvió, repítelo.'
        : `Anota qué hiciste ese día para llegar por ${source.name} y, si te sirvió, repítelo.`,
  }
}
