import type { Actor } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import type { Subscription } from './subscription-state.ts'
import { subscription, type SubscriptionCommand } from './subscription.ts'
import { handle, type Handled } from '../kernel/commands.ts'
import { causeBy, type CommandContext } from '../kernel/command-context.ts'

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
