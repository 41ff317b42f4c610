import type { Insight, Priority } from '@app/contracts/api/insights.ts'
import type { Material } from './material.ts'

/** What a rule has found, before it is known which findings are shown. */
export interface Finding extends Omit<Insight, 'priority'> {
  /** |ln(observed ÷ expected)|: the scale that all rules share. */
  readonly effect: number
  /** Whether it takes visits, clicks or contacts from the owner. */
  readonly costs: boolean
}
export type InsightRule = (material: Material) => Finding | undefined

/** How often all rules together may find something where there is nothing, and each rule's even part of it. */
const FAMILY_ALPHA = 0.05
const RULES = 7
export const RULE_ALPHA = FAMILY_ALPHA / RULES

/** ln(observed ÷ expected) of counts; the halves keep it finite where nothing was seen. */
export const logRatio = (observed: number, expected: number): number =>
  Math.log((observed + 0.5) / (expected + 0.5))

const STRONG = Math.log(1.5)
const VERY_STRONG = Math.log(2)

/** High is what costs the owner a third or more; medium what costs less, or is twice what would be expected. */
export function priorityOf({ effect, costs }: Pick<Finding, 'effect' | 'costs'>): Priority {
  if (costs) return effect >= STRONG ? 'high' : 'medium'
  return effect >= VERY_STRONG ? 'medium' : 'low'
}
