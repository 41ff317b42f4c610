import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts'

export interface Proportion {
  readonly of: number
  readonly count: number
}

/** P(X ≥ count), exact, even for fractional counts. */
export function binomialAtLeast({ count, of }: Proportion, chance: number): number {
  return count <= 0 ? 1 : incompleteBeta(chance, count, of - count + 1)
}

export function binomialAtMost({ count, of }: Proportion, chance: number): number {
  return count >= of ? 1 : incompleteBeta(1 - chance, of - count, count + 1)
}

/** Clopper-Pearson's bound at `alpha`. */
export function lowestRate({ count, of }: Proportion, alpha: number): number {
  return count <= 0 ? 0 : inverseIncompleteBeta(alpha, count, of - count + 1)
}

export function highestRate({ count, of }: Proportion, alpha: number): number {
  return count >= of ? 1 : inverseIncompleteBeta(1 - alpha, count + 1, of - count)
}

/** z with the pooled rate and the variance times `dispersion`; 0 when nothing differs. */
export function twoProportionsZ(now: Proportion, before: Proportion, dispersion: number): number {
  const pooled = (now.count + before.count) / (now.of + before.of)
  const variance = dispersion * pooled * (1 - pooled) * (1 / now.of + 1 / before.of)
  return variance > 0 ? (now.count / now.of - before.count / before.of) / Math.sqrt(variance) : 0
}

export const sumOfDays = (days: readonly Proportion[]): Proportion =>
  days.reduce((sum, { count, of }) => ({ count: sum.count + count, of: sum.of + of }), { count: 0, of: 0 })

/** Pearson's chi-square against the common rate, and its degrees of freedom. */
function chiSquare(days: readonly Proportion[]): readonly [number, number] {
  const filled = days.filter(({ of }) => of > 0)
  const rate = sumOfDays(filled).count / sumOfDays(filled).of
  if (!(rate > 0 && rate < 1)) return [0, 0]
  const squares = filled.map(({ count, of }) => (count - of * rate) ** 2 / (of * rate * (1 - rate)))
  return [squares.reduce((sum, square) => sum + square, 0), filled.length - 1]
}

/** Relative to a binomial's, at least 1, because one person's many clicks are not many persons. */
export function dispersionOf(...periods: readonly (readonly Proportion[])[]): number {
  const [squares, freedom] = periods.map(chiSquare).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
  return freedom > 0 ? Math.max(1, squares / freedom) : 1
}

export const effective = ({ count, of }: Proportion, dispersion: number): Proportion => ({
  count: count / dispersion,
  of: of / dispersion,
})

/** Removes the day that contributes most to a rate above (or below) `rate`, so that no single day decides. */
export function withoutTellingDay(
  days: readonly Proportion[],
  rate: number,
  side: 'above' | 'below',
): readonly Proportion[] {
  const weightOf = ({ count, of }: Proportion): number => (count - of * rate) * (side === 'above' ? 1 : -1)
  const most = days.reduce((best, day, index) => (weightOf(day) > weightOf(days[best]!) ? index : best), 0)
  return days.toSpliced(most, 1)
}
