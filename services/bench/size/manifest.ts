import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import type { Filled } from './fill.ts'

export interface Member {
  readonly email: string
  readonly profileId: string
  readonly slug: string
  readonly events: number
}

export interface Manifest {
  readonly madeBy: string
  readonly events: number
  readonly accounts: number
  readonly visited: number
  readonly busiest: Member
  /** Both lists have about the same traffic in a log of any size. An erasure takes one of `toErase`. */
  readonly alike: readonly Member[]
  readonly toErase: readonly Member[]
  readonly erased: number
  /** A sample of all profiles, from the most visited to those that nobody visits. */
  readonly pages: readonly Pick<Member, 'profileId' | 'slug'>[]
  readonly filledSeconds: number
  readonly projected?: { readonly seconds: number; readonly bytesMax: number }
}

/** Increase it with every change of the log that is filled in. */
const FILLING = 1

export const madeByThisProgram = (): string => {
  const versions = [...CATALOGUE.values()].map(({ type, version }) => `${type} ${version}`)
  return createHash('sha256')
    .update([FILLING, ...versions].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

const ALIKE_EVENTS = 1_000
const ALIKE = 40
const TO_ERASE = 200
const PAGES = 2_000

export function membersOf({
  accounts,
  traffic,
}: Filled): Pick<Manifest, 'busiest' | 'alike' | 'toErase' | 'pages'> {
  const all = accounts.map(({ email, profileId, slug }): Member => ({
    email,
    profileId,
    slug,
    events: traffic.get(profileId) ?? 0,
  }))
  const byTraffic = [...all].sort((a, b) => b.events - a.events)
  const farFrom = ({ events }: Member): number => Math.abs(events - ALIKE_EVENTS)
  const [busiest, ...others] = byTraffic
  const near = [...others].sort((a, b) => farFrom(a) - farFrom(b)).slice(0, ALIKE + TO_ERASE)
  // Alternately, so that both groups are equally near.
  const toErase = near.filter((_member, index) => index % 2 === 1 || index >= 2 * ALIKE)
  const gone = new Set(toErase)
  const stay = all.filter((member) => !gone.has(member))
  const pages = stay.filter((_member, index) => index % Math.ceil(stay.length / PAGES) === 0)
  return {
    busiest: busiest!,
    alike: near.filter((member) => !gone.has(member)),
    toErase,
    pages: pages.map(({ profileId, slug }) => ({ profileId, slug })),
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'size.json')

/** Undefined when missing, incomplete, or made by another version. */
export async function findManifest(dataDir: string): Promise<Manifest | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  const manifest = text === undefined ? undefined : (JSON.parse(text) as Manifest)
  return manifest?.madeBy === madeByThisProgram() ? manifest : undefined
}

export const writeManifest = (dataDir: string, manifest: Manifest): Promise<void> =>
  writeFile(fileIn(dataDir), JSON.stringify(manifest, null, 1))
