import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import { handle, load, type Cause } from '@app/event-store/handle.ts'
import { causeBy, type Acting } from '../command-context.ts'

/**
 * Deletes a profile, then frees its slot on its owner's account. What a crash leaves undone is done by the reaction to
 * ProfileDeleted, or by the same call again.
 * @returns whether there was one to delete
 */
export async function deleteProfile(deps: Acting, profileId: string, actor: Actor): Promise<boolean> {
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

/** Frees the slot of a profile that is deleted; does nothing where it is not, or where the slot is free already. */
export async function freeSlotOfDeleted(
  { store, newId }: Pick<Acting, 'store' | 'newId'>,
  profileId: string,
  cause: Cause,
): Promise<void> {
  const { state } = await load(store, profile, profileStream(profileId))
  if (state.status !== 'deleted') return
  const stream = accountStream(state.ownerId)
  await handle(store, account, { stream, command: { type: 'FreeProfileSlot', profileId }, cause, newId })
}
