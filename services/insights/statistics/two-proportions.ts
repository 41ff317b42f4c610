import type { TailPart } from './binomial-tail.ts'

/** z with the pooled rate and the variance times `dispersion`; 0 when nothing differs. */
export function twoProportionsZ(now: TailPart, before: TailPart, dispersion: number): number {
  const pooled = (now.count + before.count) / (now.of + before.of)
  const variance = dispersion * pooled * (1 - pooled) * (1 / now.of + 1 / before.of)
  return variance > 0 ? (now.count / now.of - before.count / before.of) / Math.sqrt(variance) : 0
}
