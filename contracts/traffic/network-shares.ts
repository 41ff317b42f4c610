import { sharesOf } from './shares.ts'
import { NETWORKS, type Network } from './traffic-kinds.ts'

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
