import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { account } from '../accounts/account.ts'
import { profile } from './profile.ts'
import { handle, load, type Cause } from '../kernel/commands.ts'
import { causeBy, type CommandContext } from '../kernel/command-context.ts'

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
