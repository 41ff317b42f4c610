import { networkShares, type NetworkShare } from '@app/contracts/network-shares.ts'
import { NETWORK_NAMES } from '@app/contracts/traffic-names.ts'
import type { Network } from '@app/contracts/traffic.ts'

export interface NamedShare extends NetworkShare {
  readonly name: string
}

/** All seven with their names, the best first. */
export const networkClicks = (clicks: Readonly<Record<Network, number>>): readonly NamedShare[] =>
  networkShares(clicks).map((one) => ({ ...one, name: NETWORK_NAMES[one.network] }))
