import { NETWORKS, type Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { pickDevice } from './devices.ts'
import type { Arriving } from './event.ts'
import { personVisit } from './person-visit.ts'
import { createPick, createZipf, uuidOf, type Random } from './random.ts'
import { ownerVisit, preloadVisit, previewVisit, robotVisit } from './uncounted-visit.ts'
import { createVisitors } from './generate-visitors.ts'

export interface VisitsOptions {
  readonly profiles: readonly string[]
  readonly identifiedPart?: number | undefined
  readonly returningPart?: number | undefined
  readonly networks?: readonly Network[] | undefined
}

export type NextVisit = (at: { readonly atMs: number; readonly isFair: boolean }) => readonly Arriving[]

const IDENTIFIED_PART = 0.01
const pickKind = createPick([
  ['person', 93],
  ['robot', 3],
  ['preview', 1.5],
  ['owner', 1.5],
  ['preload', 1],
])

export function createVisits(random: Random, options: VisitsOptions): NextVisit {
  const { profiles, identifiedPart = IDENTIFIED_PART, networks = NETWORKS } = options
  const visitors = createVisitors(random, profiles.length, options.returningPart)
  const ownerOf = createOwners(random)
  const place = createZipf(profiles.length)
  const person = { identifiedPart, networkOf: createTastes(networks) }
  return ({ atMs, isFair }) => {
    const profile = place(random)
    const occasion = { profile, profileId: profiles[profile]!, atMs, isFair }
    const kind = pickKind(random)
    switch (kind) {
      case 'person':
        return personVisit(random, visitors.next(profile, isFair), occasion, person)
      case 'robot':
        return robotVisit(random, occasion)
      case 'preview':
        return previewVisit(random, occasion)
      case 'owner':
        return ownerVisit(random, ownerOf(profile), occasion, () => person.networkOf(random, profile))
      case 'preload':
        return preloadVisit(random, visitors.next(profile, isFair), occasion)
    }
  }
}

/** Each profile has one owner with one device. */
function createOwners(random: Random) {
  const made = () => ({
    id: uuidOf(random),
    accountId: uuidOf(random),
    device: pickDevice(random),
    language: 'es-CL,es;q=0.9',
  })
  const owners = new Map<number, ReturnType<typeof made>>()
  return (profile: number) => {
    const owner = owners.get(profile) ?? made()
    owners.set(profile, owner)
    return owner
  }
}

/** Weights of the networks that visitors of a trade click on. */
const TRADES: readonly Readonly<Record<Network, number>>[] = [
  { whatsapp: 42, linkedin: 20, email: 13, website: 11, instagram: 8, custom: 4, facebook: 2 },
  { instagram: 40, whatsapp: 33, facebook: 10, website: 8, email: 4, custom: 4, linkedin: 1 },
  { linkedin: 38, email: 22, whatsapp: 18, website: 14, custom: 5, instagram: 2, facebook: 1 },
  { website: 30, whatsapp: 28, email: 16, custom: 12, instagram: 7, linkedin: 5, facebook: 2 },
]

function createTastes(networks: readonly Network[]): (random: Random, profile: number) => Network {
  const picks = TRADES.map((trade) =>
    createPick(networks.map((network) => [network, trade[network]] as const)),
  )
  return (random, profile) => picks[profile % picks.length]!(random)
}
