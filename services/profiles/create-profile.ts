import { readable } from '@app/contracts/fields/text.ts'
import { createHash } from 'node:crypto'
import type { Position, Actor } from '@app/contracts/event-store.ts'
import { NO_DETAILS, profileStream, type ProfileDetails, slugStream } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { isFreeForPeople, slugOfName, slugWithTail } from '@app/contracts/fields/slug-text.ts'
import { splitName } from '@app/contracts/fields/names.ts'
import type { RegisteredAccount } from '../accounts/account-state.ts'
import { profile, type CreatedProfile, type Profile } from './profile.ts'
import { slug } from './slug.ts'
import { handle, load, type Cause, type CommandContext, type Naming, causeBy } from '../kernel/commands.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../accounts/account.ts'

export interface WantedProfile {
  readonly profileId: string
  readonly ownerId: string
  readonly name: string
  readonly details: ProfileDetails
  readonly slug?: string
  readonly cause: Cause
}

export interface MadeProfile {
  readonly profileId: string
  readonly slug: string
  readonly state: CreatedProfile
  readonly isNew: boolean
  readonly position: Position
}

type Appending = Naming & Pick<CommandContext, 'newId'>

/** Depends on the profile's id and name alone: repeated or concurrent calls complete the same profile. */
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

/** Precondition: the account's slot is taken. The login's e-mail is not published: its owner may add it. */
export const createProfileOf = (
  deps: Appending,
  { name }: RegisteredAccount,
  wanted: Pick<WantedProfile, 'profileId' | 'ownerId' | 'cause'>,
): Promise<MadeProfile> =>
  createProfile(deps, { ...wanted, name, details: { ...NO_DETAILS, ...splitName(readable(name)) } })

async function madeOf(
  { store }: Appending,
  profileId: string,
  state: Profile,
  position?: Position,
): Promise<MadeProfile> {
  if (state.status !== 'created') throw new Refusal('not-found')
  const present = { profileId, slug: state.slug, state, isNew: position !== undefined }
  return { ...present, position: position ?? (await store.log.headPosition()) }
}

async function claimSlug(deps: Appending, wanted: WantedProfile): Promise<string> {
  for (const candidate of candidatesOf(wanted)) if (await isClaimed(deps, candidate, wanted)) return candidate
  throw new Refusal('conflict', 'Esa dirección ya está en uso.')
}

/** There are half a million endings: so many collisions mean another fault. */
const TAILS_MAX = 20

function* candidatesOf({ name, profileId, slug: fixed }: WantedProfile): Iterable<string> {
  if (fixed !== undefined) return yield fixed
  const plain = slugOfName(name)
  if (isFreeForPeople(plain)) yield plain
  for (let n = 0; n < TAILS_MAX; n += 1) yield slugWithTail(plain, tailOf(profileId, n))
}

/** No look-alikes, and no vowels, so that no word results. */
const TAIL_ALPHABET = '23456789bcdfghjkmnpqrstvwxz'
const TAIL_CHARS = 4

/** Derived from the id, so that another try has the same ending. */
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
  const stream = slugStream(deps.names.slug(candidate))
  try {
    await handle(deps.store, slug, { stream, command, cause, newId: deps.newId })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false
    throw error
  }
}

/** After a crash the reaction to ProfileDeleted, or the same call again, frees the slot. */
export async function deleteProfile(deps: CommandContext, profileId: string, actor: Actor): Promise<boolean> {
  const cause = causeBy(deps, actor)
  const { events } = await handle(deps.store, profile, {
    stream: profileStream(profileId),
    command: { type: 'DeleteProfile' },
    cause,
    newId: deps.newId,
  })
  await freeSlotOfDeleted(deps, profileId, cause)
  return events.length > 0
}

export async function freeSlotOfDeleted(
  { store, newId }: Pick<CommandContext, 'store' | 'newId'>,
  profileId: string,
  cause: Cause,
): Promise<void> {
  const { state } = await load(store, profile, profileStream(profileId))
  if (state.status !== 'deleted') return
  const stream = accountStream(state.ownerId)
  await handle(store, account, { stream, command: { type: 'FreeProfileSlot', profileId }, cause, newId })
}
