import { addDays } from '@app/contracts/calendar.ts'
import type { Insight, Priority } from '@app/contracts/analytics.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { Evidence, Material } from './evidence.ts'
import { bestHours, fewContacts, networks, visitsChange } from './rules.ts'

export interface Candidate extends Evidence {
  readonly facts: number
  /** The smallest ratio of observed to expected that is worth saying; below one where less was observed. */
  readonly least: number
  readonly costs: boolean
  readonly insight: Omit<Insight, 'priority'>
}
export type InsightRule = (material: Material) => readonly Candidate[]

/** Whole days, up to yesterday. */
export function insightDays(today: string, firstDay: string) {
  const earliest = addDays(today, -LIMITS.insightDays)
  return { from: firstDay > earliest ? firstDay : earliest, to: addDays(today, -1) }
}

const RULES: readonly InsightRule[] = [visitsChange, bestHours, networks, fewContacts]

const FACTS_MIN = 30
/** By chance alone a thousandth is so far off on one side, and a profile has up to a dozen candidates. */
const ERRORS_MIN = 3

export function isFinding({ observed, expected, error, facts, least }: Candidate): boolean {
  const isFar = Math.abs(observed - expected) >= ERRORS_MIN * error && error > 0
  const isLarge = least > 1 ? observed >= least * expected : observed <= least * expected
  return facts >= FACTS_MIN && isFar && isLarge
}

const effectOf = ({ observed, expected }: Evidence): number =>
  Math.abs(Math.log((observed + 0.5) / (expected + 0.5)))

const STRONG = Math.log(1.5)
const VERY_STRONG = Math.log(2)

function priorityOf(candidate: Candidate): Priority {
  const effect = effectOf(candidate)
  if (candidate.costs) return effect >= STRONG ? 'high' : 'medium'
  return effect >= VERY_STRONG ? 'medium' : 'low'
}

const strongestFirst = (a: Candidate, b: Candidate): number => effectOf(b) - effectOf(a)

export const insightsOf = (material: Material): readonly Insight[] =>
  RULES.flatMap((rule) => rule(material).filter(isFinding).toSorted(strongestFirst).slice(0, 1))
    .toSorted(strongestFirst)
    .slice(0, LIMITS.insightsMax)
    .map((candidate) => ({ ...candidate.insight, priority: priorityOf(candidate) }))
