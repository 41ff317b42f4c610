import type { Actor } from '@app/contracts/event-store.ts'
import { suppressionStream } from '@app/contracts/events/subscription.ts'
import { suppression } from '@app/domain/suppression.ts'
import { handle, load, type StateSource } from '@app/event-store/handle.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { causeBy, type CommandContext } from '../command-context.ts'

export interface SuppressDeps extends CommandContext {
  readonly ids: Pick<SubscriptionIds, 'suppression'>
}

/** From now on no profile's reminders are sent to this mailbox. Nothing takes it back. */
export async function suppressReminders(deps: SuppressDeps, email: string, actor: Actor): Promise<void> {
  await handle(deps.store, suppression, {
    stream: suppressionStream(deps.ids.suppression(email)),
    command: { type: 'SuppressReminders' },
    cause: causeBy(deps, actor),
    newId: deps.newId,
  })
}

export async function isSuppressed(
  { store, ids }: Pick<SuppressDeps, 'ids'> & { readonly store: StateSource },
  email: string,
): Promise<boolean> {
  const { state } = await load(store, suppression, suppressionStream(ids.suppression(email)))
  return state.isSuppressed
}
