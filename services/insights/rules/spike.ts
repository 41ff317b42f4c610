import { logRatio, RULE_ALPHA, type Finding, type InsightRule } from '../finding.ts'
import { type InsightDay, lastDays, WINDOW_DAYS, totalBy } from '../figures-material.ts'
import { median, robustDeviation } from '../statistics/median.ts'
import { negativeBinomialAtLeast } from '../statistics/negative-binomial-tail.ts'
import { inDate, inLongDate, inTenths, inWhole, REFERRER_WORDS, SOURCE_WORDS } from '../wording.ts'
import { SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import { binomialAtLeast } from '../statistics/binomial-tail.ts'

const EXPLAINED_MIN = 0.5
const SHARE_ALPHA = 0.001

interface SpikeSource {
  readonly name: string
  readonly visits: number
  readonly usual: number
}
interface Origin {
  readonly name: string
  readonly visitsOf: (day: InsightDay) => number
}

const SITES: readonly Origin[] = Object.keys(REFERRER_WORDS)
  .toSorted()
  .map((key) => key as keyof typeof REFERRER_WORDS)
  .map((site) => ({ name: REFERRER_WORDS[site], visitsOf: ({ referrers }) => referrers[site] }))
const CHANNELS: readonly Origin[] = SOURCES.map((source) => ({
  name: SOURCE_WORDS[source],
  visitsOf: ({ sources }) => sources[source],
}))

/** Part of the excess; 0 when the source's share of the day is as usual. */
function explained(
  { visitsOf }: Origin,
  day: InsightDay,
  others: readonly InsightDay[],
  level: number,
): number {
  const share =
    totalBy(others, visitsOf) /
    Math.max(
      1,
      totalBy(others, ({ visits }) => visits),
    )
  const here = { count: visitsOf(day), of: day.visits }
  if (here.count <= share * here.of || binomialAtLeast(here, share) > SHARE_ALPHA) return 0
  return (here.count - share * level) / (day.visits - level)
}

/** Prefers a named site to a source (NFC, QR, link). */
function spikeSource(day: InsightDay, others: readonly InsightDay[], level: number): SpikeSource | undefined {
  for (const origins of [SITES, CHANNELS]) {
    const [most] = origins
      .map((origin) => ({ origin, part: explained(origin, day, others, level) }))
      .toSorted((a, b) => b.part - a.part)
    if (most === undefined || most.part < EXPLAINED_MIN) continue
    const { name, visitsOf } = most.origin
    return { name, visits: visitsOf(day), usual: median(others.map(visitsOf)) }
  }
  return undefined
}

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
