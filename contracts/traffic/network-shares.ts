import { sharesOf } from './shares.ts'
import { NETWORKS, type Network } from './traffic.ts'

export interface NetworkShare {
  readonly network: Network
  readonly clicks: number
  /** Of all clicks, in percent with one decimal; together 100.0, or nothing without clicks. */
  readonly share: number
}

/** All networks, the one with most clicks first, equals by name. */
export function networkShares(clicks: Readonly<Record<Network, number>>): readonly NetworkShare[] {
  const ranked = NETWORKS.toSorted((a, b) => clicks[b] - clicks[a] || (a < b ? -1 : 1))
  const shares = sharesOf(ranked.map((network) => clicks[network]))
  return ranked.map((network, index) => ({
    network,
    clicks: clicks[network],
    share: shares[index] ?? 0,
  }))
}
