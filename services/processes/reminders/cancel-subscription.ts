import type { SubscriptionCommand } from '@app/domain/subscription.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import type { CommandContext } from '../command-context.ts'
import { handleSubscription, type SubscriptionHandled } from './subscription-command.ts'

type Cancel = Extract<SubscriptionCommand, { type: 'Cancel' }>

/** Ends a cycle, by default the latest. Does nothing to an ended one. */
export const cancelSubscription = (
  deps: CommandContext,
  { subscriptionId, ...cancel }: Omit<Cancel, 'type'> & { readonly subscriptionId: string },
  actor: Actor,
): Promise<SubscriptionHandled> =>
  handleSubscription(deps, subscriptionId, { type: 'Cancel', ...cancel }, actor)
