import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { nextReminder } from './subscription-state.ts'
import { subscription } from './subscription.ts'
import { load } from '../kernel/commands.ts'
import type { UnconfirmedReminder } from './unconfirmed-reminders.ts'
import type { CommandContext } from '../kernel/command-context.ts'
import { handleSubscription } from './subscribe.ts'
import { allowReminders, suppressionOf } from './suppress-reminders.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Of a confirmation's link: the subscription, and the suppression of its mailbox. */
export interface Confirmation {
  readonly subscriptionId: string
  readonly cycle: number
}

/** `asked`: it waits for the press of the button. `over`: it expired, was cancelled, or is of a former suppression. */
export type Confirmed = { readonly kind: 'asked' | 'done' | 'over'; readonly profileId: string | undefined }

type Confirming = CommandContext & Pick<Ctx, 'ids' | 'unconfirmed'>

export async function confirmationState(deps: Confirming, of: Confirmation): Promise<Confirmed> {
  const waiting = await findWaiting(deps, of)
  if (waiting !== undefined) return { kind: 'asked', profileId: waiting.wish.profileId }
  const { state } = await load(deps.store, subscription, subscriptionStream(of.subscriptionId))
  if (nextReminder(state) === undefined || state.status === 'none')
    return { kind: 'over', profileId: undefined }
  return { kind: 'done', profileId: state.profileId }
}

/**
 * The subscription first: after a crash the suppression is still there, and the same press completes it. Pressed
 * again later it does nothing, because the unconfirmed subscription is gone.
 */
export async function confirmSubscription(deps: Confirming, of: Confirmation): Promise<Confirmed> {
  const waiting = await findWaiting(deps, of)
  if (waiting === undefined) return confirmationState(deps, of)
  const { wish, eventId } = waiting
  const { subscriptionId, cycle } = of
  const actor = { kind: 'visitor', id: wish.visitorId ?? eventId } as const
  const command = { type: 'Subscribe', wish } as const
  await handleSubscription({ ...deps, newId: () => eventId }, subscriptionId, command, actor)
  await allowReminders(deps, { email: wish.email, cycle }, actor)
  await deps.unconfirmed.remove([subscriptionId])
  return { kind: 'done', profileId: wish.profileId }
}

type Waiting = UnconfirmedReminder & { readonly wish: NonNullable<UnconfirmedReminder['wish']> }

/** Not after a later refusal of all reminders. */
async function findWaiting(
  deps: Confirming,
  { subscriptionId, cycle }: Confirmation,
): Promise<Waiting | undefined> {
  const found = await deps.unconfirmed.find(subscriptionId)
  if (found?.wish === undefined || found.isCancelled) return undefined
  const { wish } = found
  const suppression = await suppressionOf(deps, wish.email)
  return suppression.cycle === cycle ? { ...found, wish } : undefined
}
