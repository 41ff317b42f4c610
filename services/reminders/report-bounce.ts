import type { Actor } from '@app/contracts/event-store.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { subscription, suppression, type Suppression } from './subscription.ts'
import type { StreamReading } from '../kernel/codec.ts'
import { load, type CommandContext, handleBy } from '../kernel/commands.ts'
import { readDeliveryReport } from '../platform/mail/delivery-report.ts'
import type { Ctx } from '../platform/ctx.ts'

export async function reportBounce(
  deps: Pick<Ctx, 'store' | 'now' | 'newId' | 'tokens'>,
  raw: Uint8Array,
): Promise<void> {
  const read = await readDeliveryReport(raw)
  const mail = read && deps.tokens.read('bounce', read.token)
  if (mail === undefined) return
  const { status, isGone } = read!
  await handleBy(deps, subscription, {
    stream: subscriptionStream(mail.subscriptionId),
    command: { type: 'ReportBounce', cycle: mail.cycle, status, isGone },
    actor: { kind: 'system', id: 'mail-report' },
  })
}

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
    actor,
  })
}

export const suppressionOf = async (
  { store, ids }: Pick<Ctx, 'ids'> & { readonly store: StreamReading },
  email: string,
): Promise<Suppression> => (await load(store, suppression, suppressionStream(ids.suppression(email)))).state

export async function allowReminders(
  deps: CommandContext & Pick<Ctx, 'ids'>,
  email: string,
  actor: Actor,
): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(deps.ids.suppression(email)),
    command: { type: 'AllowReminders' },
    actor,
  })
}
