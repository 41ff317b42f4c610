import type { Actor } from '@app/contracts/event-store.ts'
import { suppressionStream } from '@app/contracts/reminders.ts'
import { suppression, type Suppression } from './subscription.ts'
import type { StreamReading } from '../kernel/codec.ts'
import { load } from '../kernel/commands.ts'
import { handleBy, type CommandContext } from '../kernel/command-context.ts'
import type { Ctx } from '../platform/ctx.ts'

/** From now on no profile's reminders are sent to this mailbox, until it allows them by a link of a mail. */
export const suppressReminders = (
  deps: CommandContext & Pick<Ctx, 'ids'>,
  email: string,
  actor: Actor,
): Promise<void> => suppressMailbox(deps, deps.ids.suppression(email), actor)

export async function suppressMailbox(deps: CommandContext, mailboxId: string, actor: Actor): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(mailboxId),
    command: { type: 'SuppressReminders' },
    actor: actor,
  })
}

export const suppressionOf = async (
  { store, ids }: Pick<Ctx, 'ids'> & { readonly store: StreamReading },
  email: string,
): Promise<Suppression> => (await load(store, suppression, suppressionStream(ids.suppression(email)))).state

/** @param cycle of the suppression that the link is of: a later one stays */
export async function allowReminders(
  deps: CommandContext & Pick<Ctx, 'ids'>,
  { email, cycle }: { readonly email: string; readonly cycle: number },
  actor: Actor,
): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(deps.ids.suppression(email)),
    command: { type: 'AllowReminders', cycle },
    actor: actor,
  })
}
