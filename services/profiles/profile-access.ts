import type { Actor } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import type { OwnProfile, PublicProfile } from '@app/contracts/profile-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { profile, type CreatedProfile } from './profile.ts'
import type { StreamReading } from '../kernel/codec.ts'
import { load } from '../kernel/commands.ts'
import type { Principal } from '../platform/http/access/access-control.ts'

/** From the log, so that it is current. @throws Refusal not-found, alike for others', deleted and unknown profiles */
export async function getOwnProfile(
  store: StreamReading,
  profileId: string,
  principal: Principal,
): Promise<CreatedProfile> {
  const id = profileId.toLowerCase()
  if (!LOWER_CASE_UUID.test(id)) throw new Refusal('not-found')
  const { state } = await load(store, profile, profileStream(id))
  const isTheirs =
    state.status === 'created' && (principal.account.isAdmin || state.ownerId === principal.accountId)
  if (!isTheirs) throw new Refusal('not-found')
  return state
}

export const actorOf = (owned: Pick<CreatedProfile, 'ownerId'>, { accountId }: Principal): Actor => ({
  kind: owned.ownerId === accountId ? 'owner' : 'admin',
  id: accountId,
})

export const publicProfileOf = (
  id: string,
  { slug, details, theme, images, updatedAt }: CreatedProfile,
): PublicProfile => ({
  id,
  slug,
  ...details,
  ...theme,
  profile_image: images['profile-image'] ?? null,
  company_logo: images['company-logo'] ?? null,
  background_image: images['background-image'] ?? null,
  updated_at: updatedAt,
})

export const ownProfileOf = (id: string, profile: CreatedProfile, visits: number): OwnProfile => ({
  ...publicProfileOf(id, profile),
  visits,
  is_active: profile.isActive,
})
