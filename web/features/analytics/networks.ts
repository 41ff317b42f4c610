import { NETWORKS, type Network } from '@app/contracts/traffic.ts'
import { sharesOf } from './shares.ts'

const NAMES: Record<Network, string> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  website: 'Sitio Web',
  custom: 'Enlace propio',
}

export interface NetworkRow {
  readonly network: Network
  readonly name: string
  readonly count: number
  /** Of all clicks, in percent with one decimal; the rows add up to 100,0. */
  readonly share: number
  /** Of the best network, 0–1. */
  readonly relative: number
}

/** Networks with clicks, the best first, equals by name as in the answer's best one. The custom link goes by its owner's title. */
export function networkRows(
  clicks: Readonly<Record<Network, number>>,
  customTitle: string,
): readonly NetworkRow[] {
  const clicked = NETWORKS.filter((network) => clicks[network] > 0).toSorted(
    (a, b) => clicks[b] - clicks[a] || (a < b ? -1 : 1),
  )
  const shares = sharesOf(clicked.map((network) => clicks[network]))
  const best = clicked[0] ? clicks[clicked[0]] : 0
  return clicked.map((network, index) => ({
    network,
    name: network === 'custom' && customTitle !== '' ? customTitle : NAMES[network],
    count: clicks[network],
    share: shares[index] ?? 0,
    relative: clicks[network] / best,
  }))
}
