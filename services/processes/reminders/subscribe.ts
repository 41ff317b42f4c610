import { hash } from 'node:crypto'
import type { Actor, AppendResult, EventStore } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/events/subscription.ts'
import { SUBSCRIPTIONS_OF_MAILBOX } from '@app/contracts/rate-limits.ts'
import { nextReminder } from '@app/domain/subscription-state.ts'
import { subscription, type SubscriptionCommand } from '@app/domain/subscription.ts'
import { load } from '@app/event-store/handle.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { Counter, RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { CommandContext } from '../command-context.ts'
import { handleSubscription } from './subscription-command.ts'
import { isSuppressed } from './suppress-reminders.ts'

export interface SubscribeDeps extends CommandContext {
  readonly ids: SubscriptionIds
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
}

export interface Wish {
  readonly wish: Extract<SubscriptionCommand, { type: 'Subscribe' }>['wish']
  /** The same in each attempt of one call. */
  readonly eventId: string
  readonly actor: Actor
}

/** `dropped`: the mailbox refused all reminders, or has subscribed too often today. Strangers are not told. */
export type Subscribed =
  | { readonly kind: 'subscribed'; readonly appended?: AppendResult | undefined }
  | { readonly kind: 'active' | 'dropped' }

/** Begins a cycle, unless one is under way. */
export async function subscribe(deps: SubscribeDeps, { wish, eventId, actor }: Wish): Promise<Subscribed> {
  const { store, ids, counters } = deps
  if (await isSuppressed(deps, wish.email)) return { kind: 'dropped' }
  const subscriptionId = ids.subscription(wish.profileId, wish.email)
  const stream = subscriptionStream(subscriptionId)
  const { state } = await load(store, subscription, stream)
  if (nextReminder(state) !== undefined) return underWay(store, stream, eventId)
  const counter = counterOf(ids.suppression(wish.email))
  const { isTaken, windowEnd } = await counters.take(counter, SUBSCRIPTIONS_OF_MAILBOX)
  if (!isTaken) return { kind: 'dropped' }
  const command = { type: 'Subscribe', wish } as const
  const { appended } = await handleSubscription(
    { ...deps, newId: () => eventId },
    subscriptionId,
    command,
    actor,
  )
  if (appended !== undefined) return { kind: 'subscribed', appended }
  // Somebody else began the cycle at the same time.
  await counters.refund(counter, windowEnd)
  return underWay(store, stream, eventId)
}

/** `mailbox`: a keyed hash already. */
const counterOf = (mailbox: string): Counter => ({
  name: 'subscriptions of mailbox',
  keyHash: hash('sha256', mailbox, 'buffer'),
})

const NEWEST_EVENTS = 20

/** By this call itself, when an earlier attempt lost its answer. */
async function underWay(store: EventStore, stream: string, eventId: string): Promise<Subscribed> {
  const newest = await store.readStream(stream, { direction: 'backward', limit: NEWEST_EVENTS })
  return { kind: newest.some(({ id }) => id === eventId) ? 'subscribed' : 'active' }
}
