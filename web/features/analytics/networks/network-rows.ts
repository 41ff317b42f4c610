import { networkShares } from '@app/contracts/traffic/shares.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { networkName } from '@app/contracts/traffic/traffic-names.ts'

export interface NetworkRow {
  readonly network: Network
  readonly name: string
  readonly count: number
  /** Percent of all clicks, one decimal. The rows add up to 100,0. */
  readonly share: number
  readonly relative: number
}

export function networkRows(
  clicks: Readonly<Record<Network, number>>,
  customTitle: string,
): readonly NetworkRow[] {
  const clicked = networkShares(clicks).filter((one) => one.clicks > 0)
  const best = clicked[0]?.clicks ?? 0
  return clicked.map(({ network, clicks: count, share }) => ({
    network,
    name: networkName(network, customTitle),
    count,
    share,
    relative: count / best,
  }))
}
