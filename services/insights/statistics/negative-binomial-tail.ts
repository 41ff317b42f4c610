import { incompleteBeta } from './incomplete-beta.ts'

/** Below it counts are practically Poisson's, and the shape would grow without limit. */
const SURPLUS_MIN = 1e-3

/** P(X ≥ count); a variance below the mean counts as Poisson's. */
export function negativeBinomialAtLeast(count: number, mean: number, variance: number): number {
  if (count <= 0) return 1
  if (mean <= 0) return 0
  const shape = mean ** 2 / Math.max(variance - mean, mean * SURPLUS_MIN)
  return incompleteBeta(mean / (mean + shape), count, shape)
}
