import type { Insight } from '@app/contracts/api/insight-calls.ts'
import { type Finding, priorityOf, type InsightRule } from './finding.ts'
import type { Material } from './figures-material.ts'
import { bestHours } from './rules/best-hours.ts'
import { visitsChange } from './rules/change.ts'
import { missingLink } from './rules/missing-link.ts'
import { network } from './rules/network.ts'
import { unconverted } from './rules/unconverted.ts'

const INSIGHTS_MAX = 3

const RULES: readonly InsightRule[] = [visitsChange, bestHours, network, unconverted, missingLink]

const strongestFirst = (findings: readonly (Finding | undefined)[]): readonly Finding[] =>
  findings.filter((finding) => finding !== undefined).toSorted((a, b) => b.effect - a.effect)

/** At most three findings and one a rule, by descending effect. */
export function insightsOf(material: Material): readonly Insight[] {
  return strongestFirst(RULES.map((rule) => rule(material)))
    .slice(0, INSIGHTS_MAX)
    .map(({ effect, costs, ...insight }) => ({ ...insight, priority: priorityOf({ effect, costs }) }))
}
