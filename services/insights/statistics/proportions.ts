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

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** ln Γ(x) for x > 0, by Lanczos' approximation (g = 7, nine terms), to about 15 digits. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x + 6.5
  const sum = LANCZOS.reduce((total, term, index) => total + (index === 0 ? term : term / (x - 1 + index)))
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}

const STEPS_MAX = 10_000
const TINY = 1e-300
const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** Continued fraction of the incomplete beta function, by Lentz' method. */
function fraction(x: number, a: number, b: number): number {
  let [numerator, denominator] = [1, 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))]
  let value = denominator
  const take = (term: number): number => {
    denominator = 1 / awayFromZero(1 + term * denominator)
    numerator = awayFromZero(1 + term / numerator)
    value *= numerator * denominator
    return numerator * denominator
  }
  for (let step = 1; step <= STEPS_MAX; step += 1) {
    const twice = 2 * step
    take((step * (b - step) * x) / ((a + twice - 1) * (a + twice)))
    const change = take((-(a + step) * (a + b + step) * x) / ((a + twice) * (a + twice + 1)))
    if (Math.abs(change - 1) < 1e-14) return value
  }
  return value
}

/** Regularised: I_x(a, b). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

const HALVINGS = 60

export function inverseIncompleteBeta(chance: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}
