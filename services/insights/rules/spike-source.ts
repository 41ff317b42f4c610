import { SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import type { InsightDay } from '../figures-material.ts'
import { binomialAtLeast } from '../statistics/binomial-tail.ts'
import { median } from '../statistics/median.ts'
import { totalBy } from '../insight-windows.ts'
import { REFERRER_WORDS, SOURCE_WORDS } from '../wording.ts'

const EXPLAINED_MIN = 0.5
const SHARE_ALPHA = 0.001

export interface SpikeSource {
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
export function spikeSource(
  day: InsightDay,
  others: readonly InsightDay[],
  level: number,
): SpikeSource | undefined {
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
