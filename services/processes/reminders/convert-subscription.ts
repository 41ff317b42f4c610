import type { Actor } from '@app/contracts/event-store.ts'
import type { SubscriptionCommand } from '@app/domain/subscription.ts'
import type { CommandContext } from '../command-context.ts'
import { handleSubscription, type SubscriptionHandled } from './subscription-command.ts'

type Convert = Extract<SubscriptionCommand, { type: 'Convert' }>

/** Ends a cycle, by default the latest, because the two are in contact. Does nothing to an ended one. */
export const convertSubscription = (
  deps: CommandContext,
  { subscriptionId, ...convert }: Omit<Convert, 'type'> & { readonly subscriptionId: string },
  actor: Actor,
): Promise<SubscriptionHandled> =>
  handleSubscription(deps, subscriptionId, { type: 'Convert', ...convert }, actor)
