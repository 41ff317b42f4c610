import { createHash } from 'node:crypto'
import type { Position } from '@app/contracts/event-store.ts'
import { NO_DETAILS, profileStream, type ProfileDetails } from '@app/contracts/events/profile.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { isFreeForPeople, slugOfName, slugWithTail } from '@app/contracts/fields/slug.ts'
import type { RegisteredAccount } from '@app/domain/account-state.ts'
import { profile, type CreatedProfile, type Profile } from '@app/domain/profile.ts'
import { slug } from '@app/domain/slug.ts'
import { handle, load, type Cause } from '@app/event-store/handle.ts'
import type { Acting } from '../command-context.ts'
import { findSlugStream, type Naming } from '../named-streams.ts'

export interface WantedProfile {
  readonly profileId: string
  readonly ownerId: string
  /** Makes the slug. */
  readonly name: string
  readonly details: ProfileDetails
  /** This one and no other. */
  readonly slug?: string
  readonly cause: Cause
}

export interface MadeProfile {
  readonly profileId: string
  readonly slug: string
  readonly state: CreatedProfile
  /** Made by this very call. */
  readonly isNew: boolean
  /** Views that have passed it hold the profile. */
  readonly position: Position
}

type Appending = Naming & Pick<Acting, 'newId'>

/**
 * Claims a slug, then makes the profile. What it does follows from the profile's id and name alone: run again after a
 * crash, or twice at once, it finishes the same profile.
 */
export async function createProfile(deps: Appending, wanted: WantedProfile): Promise<MadeProfile> {
  const { profileId, ownerId, details, cause } = wanted
  const stream = profileStream(profileId)
  const { state: before } = await load(deps.store, profile, stream)
  if (before.status !== 'unknown') return madeOf(deps, profileId, before)
  const { state, appended } = await handle(deps.store, profile, {
    stream,
    command: { type: 'CreateProfile', ownerId, slug: await claimSlug(deps, wanted), details },
    cause,
    newId: deps.newId,
  })
  return madeOf(deps, profileId, state, appended?.position)
}

/** A profile with its account's name and e-mail. The account's slot was taken before. */
export const createProfileOf = (
  deps: Appending,
  { name, email }: RegisteredAccount,
  wanted: Pick<WantedProfile, 'profileId' | 'ownerId' | 'cause'>,
): Promise<MadeProfile> => createProfile(deps, { ...wanted, name, details: { ...NO_DETAILS, name, email } })

/** @param position absent where somebody else made it: not later than the log's present end */
async function madeOf(
  { store }: Appending,
  profileId: string,
  state: Profile,
  position?: Position,
): Promise<MadeProfile> {
  if (state.status !== 'created') throw new Refusal('not-found')
  const known = { profileId, slug: state.slug, state, isNew: position !== undefined }
  return { ...known, position: position ?? (await store.headPosition()) }
}

/** The first candidate that is free, or that is this very profile's since an earlier try. */
async function claimSlug(deps: Appending, wanted: WantedProfile): Promise<string> {
  for (const candidate of candidatesOf(wanted)) if (await isClaimed(deps, candidate, wanted)) return candidate
  throw new Refusal('conflict', 'Esa dirección ya está en uso.')
}

/** Of half a million tails: so many that are all taken mean that something else is wrong. */
const TAILS_MAX = 20

function* candidatesOf({ name, profileId, slug: fixed }: WantedProfile): Iterable<string> {
  if (fixed !== undefined) return yield fixed
  const plain = slugOfName(name)
  if (isFreeForPeople(plain)) yield plain
  for (let n = 0; n < TAILS_MAX; n += 1) yield slugWithTail(plain, tailOf(profileId, n))
}

/** Neither look-alikes nor vowels, so that no word comes of it. */
const TAIL_ALPHABET = '23456789bcdfghjkmnpqrstvwxz'
const TAIL_CHARS = 4

/** Looks random, and is the same whenever the same profile is made. */
function tailOf(profileId: string, n: number): string {
  const hash = createHash('sha256').update(`slug tail ${n} of ${profileId}`).digest()
  const signs = [...hash.subarray(0, TAIL_CHARS)].map((byte) => TAIL_ALPHABET[byte % TAIL_ALPHABET.length])
  return signs.join('')
}

async function isClaimed(
  deps: Appending,
  candidate: string,
  { profileId, cause }: WantedProfile,
): Promise<boolean> {
  const command = { type: 'ClaimSlug', profileId } as const
  const stream = await findSlugStream(deps, candidate)
  try {
    await handle(deps.store, slug, { stream, command, cause, newId: deps.newId })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false
    throw error
  }
}
