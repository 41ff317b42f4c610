import type { Insight, Priority } from '@app/contracts/api/insight-calls.ts'
import type { Material } from './figures-material.ts'

export interface Finding extends Omit<Insight, 'priority'> {
  /** |ln(observed ÷ expected)|, comparable between rules. */
  readonly effect: number
  readonly costs: boolean
}
export type InsightRule = (material: Material) => Finding | undefined

/** False-positive rate of all rules together, divided equally (Bonferroni). */
const FAMILY_ALPHA = 0.05
const RULES = 5
export const RULE_ALPHA = FAMILY_ALPHA / RULES

/** The halves keep it finite for counts of zero. */
export const logRatio = (observed: number, expected: number): number =>
  Math.log((observed + 0.5) / (expected + 0.5))

const STRONG = Math.log(1.5)
const VERY_STRONG = Math.log(2)

/** High costs the owner a third or more; medium costs less, or is twice the expected value. */
export function priorityOf({ effect, costs }: Pick<Finding, 'effect' | 'costs'>): Priority {
  if (costs) return effect >= STRONG ? 'high' : 'medium'
  return effect >= VERY_STRONG ? 'medium' : 'low'
}
