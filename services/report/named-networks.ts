import { networkShares, type NetworkShare } from '@app/contracts/traffic/shares.ts'
import { networkName } from '@app/contracts/traffic/traffic-names.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'

export interface NamedShare extends NetworkShare {
  readonly name: string
}

/** All networks by descending clicks. */
export const networkClicks = (
  clicks: Readonly<Record<Network, number>>,
  customTitle: string,
): readonly NamedShare[] =>
  networkShares(clicks).map((one) => ({ ...one, name: networkName(one.network, customTitle) }))
