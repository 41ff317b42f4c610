import type { Actor } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
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

/** The actor of a change: its owner, or an administrator. */
export const actorOf = (owned: Pick<CreatedProfile, 'ownerId'>, { accountId }: Principal): Actor => ({
  kind: owned.ownerId === accountId ? 'owner' : 'admin',
  id: accountId,
})
