import type { Network } from '@app/contracts/traffic/traffic.ts'
import { createPick, type Random } from './random.ts'

/** Weights of the networks that visitors of a trade go on to. */
const TRADES: readonly Readonly<Record<Network, number>>[] = [
  { whatsapp: 42, linkedin: 20, email: 13, website: 11, instagram: 8, custom: 4, facebook: 2 },
  { instagram: 40, whatsapp: 33, facebook: 10, website: 8, email: 4, custom: 4, linkedin: 1 },
  { linkedin: 38, email: 22, whatsapp: 18, website: 14, custom: 5, instagram: 2, facebook: 1 },
  { website: 30, whatsapp: 28, email: 16, custom: 12, instagram: 7, linkedin: 5, facebook: 2 },
]

export function createTastes(networks: readonly Network[]): (random: Random, profile: number) => Network {
  const picks = TRADES.map((trade) =>
    createPick(networks.map((network) => [network, trade[network]] as const)),
  )
  return (random, profile) => picks[profile % picks.length]!(random)
}
