import type { Actor } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import type { Subscription } from '@app/domain/subscription-state.ts'
import { subscription, type SubscriptionCommand } from '@app/domain/subscription.ts'
import { handle, type Handled } from '@app/kernel/commands.ts'
import { causeBy, type CommandContext } from '../command-context.ts'

export const handleSubscription = (
  deps: CommandContext,
  subscriptionId: string,
  command: SubscriptionCommand,
  actor: Actor,
): Promise<Handled<Subscription>> =>
  handle(deps.store, subscription, {
    stream: subscriptionStream(subscriptionId),
    command,
    cause: causeBy(deps, actor),
    newId: deps.newId,
  })
