import { NETWORKS, type Network } from './traffic-kinds.ts'

const TENTHS = 1_000

/** Percent with one decimal, exactly 100.0 together. Whole numbers, so that equal remainders compare as equal. */
export function sharesOf(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const tenths = counts.map((count) => Math.floor((count * TENTHS) / total))
  const left = TENTHS - tenths.reduce((sum, part) => sum + part, 0)
  const byRemainder = counts
    .map((count, index) => ({ index, remainder: (count * TENTHS) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return tenths.map((part, index) => (part + (lucky.has(index) ? 1 : 0)) / 10)
}

export interface NetworkShare {
  readonly network: Network
  readonly clicks: number
  /** Percent with one decimal. All shares add up to 100.0, or to 0 without clicks. */
  readonly share: number
}

export function networkShares(clicks: Readonly<Record<Network, number>>): readonly NetworkShare[] {
  const ranked = NETWORKS.toSorted((a, b) => clicks[b] - clicks[a] || (a < b ? -1 : 1))
  const shares = sharesOf(ranked.map((network) => clicks[network]))
  return ranked.map((network, index) => ({
    network,
    clicks: clicks[network],
    share: shares[index] ?? 0,
  }))
}
