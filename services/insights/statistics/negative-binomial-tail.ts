import { incompleteBeta } from './incomplete-beta.ts'

/** Below this much more variance than mean, counts are as good as Poisson's and the shape would grow without end. */
const SURPLUS_MIN = 1e-3

/** Chance of `count` or more, where counts have this mean and variance; a variance below the mean is taken as Poisson's. */
export function negativeBinomialAtLeast(count: number, mean: number, variance: number): number {
  if (count <= 0) return 1
  if (mean <= 0) return 0
  const shape = mean ** 2 / Math.max(variance - mean, mean * SURPLUS_MIN)
  return incompleteBeta(mean / (mean + shape), count, shape)
}
