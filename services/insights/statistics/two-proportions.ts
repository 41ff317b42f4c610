import type { TailPart } from './binomial-tail.ts'

/** z of the difference of two rates under their pooled rate, its variance widened by `dispersion`; 0 where nothing differs. */
export function twoProportionsZ(now: TailPart, before: TailPart, dispersion: number): number {
  const pooled = (now.count + before.count) / (now.of + before.of)
  const variance = dispersion * pooled * (1 - pooled) * (1 / now.of + 1 / before.of)
  return variance > 0 ? (now.count / now.of - before.count / before.of) / Math.sqrt(variance) : 0
}
