import { hash } from 'node:crypto'
import type { Actor } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import {
  CONFIRMATIONS_OF_MAILBOX,
  SUBSCRIPTIONS_OF_MAILBOX,
  type Quota,
} from '@app/contracts/limits/rate-limits.ts'
import { mailboxSubject } from '@app/contracts/privacy/rights.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { reminderDueMs } from './reminder-times.ts'
import { nextReminder, type Subscription } from './subscription-state.ts'
import { subscription, type SubscriptionCommand } from './subscription.ts'
import { readStream } from '../kernel/codec.ts'
import { load, type Events, type Handled } from '../kernel/commands.ts'
import type { RateCounter, RateCounters } from '../platform/http/limits/rate-counters.ts'
import { type CommandContext, handleBy } from '../kernel/command-context.ts'
import { suppressionOf } from './suppress-reminders.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { HeldWish } from './confirm-subscription.ts'

export interface Wish {
  readonly wish: Extract<SubscriptionCommand, { type: 'Subscribe' }>['wish']
  /** The same in each attempt of one call. */
  readonly eventId: string
  readonly actor: Actor
}

/** `dropped`: the mailbox refused all reminders and gets a mail to allow them again. Strangers do not learn it. */
export interface Subscribed {
  readonly kind: 'subscribed' | 'active' | 'dropped'
}

const TOO_OFTEN = `Este correo ya pidió ${SUBSCRIPTIONS_OF_MAILBOX.max} recordatorios en un día. Inténtalo de nuevo mañana.`

type Subscribing = Pick<
  Ctx,
  'store' | 'now' | 'newId' | 'ids' | 'counters' | 'wishes' | 'requestMail' | 'times'
>

/** Begins a cycle, unless one is under way. @throws Refusal too-many, whether the mailbox refused all or not */
export async function subscribe(deps: Subscribing, { wish, eventId, actor }: Wish): Promise<Subscribed> {
  const { store, ids, counters } = deps
  const subscriptionId = ids.subscription(wish.profileId, wish.email)
  const { isSuppressed, cycle } = await suppressionOf(deps, wish.email)
  if (isSuppressed) return askMailbox(deps, { subscriptionId, eventId, cycle, wish })
  const stream = subscriptionStream(subscriptionId)
  const { state } = await load(store, subscription, stream)
  const begun = await underWay(store, stream, eventId)
  // A cycle that an earlier attempt of this call began may have been erased since: it does not begin again.
  if (nextReminder(state) !== undefined || begun.kind === 'subscribed') return begun
  const counter = counterOf('subscriptions of mailbox', ids.suppression(wish.email))
  const windowEnd = await takeOfMailbox(deps, counter, SUBSCRIPTIONS_OF_MAILBOX, TOO_OFTEN)
  const command = { type: 'Subscribe', wish } as const
  const { appended } = await handleSubscription(
    { ...deps, newId: () => eventId },
    subscriptionId,
    command,
    actor,
  )
  if (appended !== undefined) return { kind: 'subscribed' }
  // A concurrent call began the cycle.
  await counters.refund(counter, windowEnd)
  return underWay(store, stream, eventId)
}

/** Answers as for any other mailbox, also a second time: nobody learns that this one refused all reminders. */
async function askMailbox(deps: Subscribing, asked: Omit<HeldWish, 'untilMs'>): Promise<Subscribed> {
  const { ids, counters, times, now } = deps
  const { email } = asked.wish
  const ofCall = counterOf('wish of call', asked.eventId)
  if (await counters.isOpen(ofCall)) return { kind: 'dropped' }
  const waiting = counterOf('wish of subscription', asked.subscriptionId)
  if (await counters.isOpen(waiting)) return { kind: 'active' }
  const mailbox = ids.suppression(email)
  const counter = counterOf('subscriptions of mailbox', mailbox)
  const windowEnd = await takeOfMailbox(deps, counter, SUBSCRIPTIONS_OF_MAILBOX, TOO_OFTEN)
  // For as long as another mailbox's subscription would be active.
  const untilMs = reminderDueMs(now().getTime(), times.second)
  const once = { max: 1, seconds: Math.ceil((untilMs - now().getTime()) / 1_000) }
  const { isTaken } = await counters.take(waiting, once)
  if (!isTaken) {
    // A concurrent call was first.
    await counters.refund(counter, windowEnd)
    return { kind: 'active' }
  }
  await counters.take(ofCall, once)
  await requestConfirmation(deps, mailbox, {
    subject: mailboxSubject(ids.address(email)),
    wish: { ...asked, untilMs },
  })
  return { kind: 'dropped' }
}

async function requestConfirmation(
  { counters, requestMail, wishes }: Subscribing,
  mailbox: string,
  { subject, wish }: { readonly subject: string; readonly wish: HeldWish },
): Promise<void> {
  const counter = counterOf('confirmations of mailbox', mailbox)
  const { isTaken, windowEnd } = await counters.take(counter, CONFIRMATIONS_OF_MAILBOX)
  if (!isTaken) return
  try {
    await requestMail({ kind: 'reminder-confirmation', subject }, wishes.seal(wish))
  } catch (error) {
    await counters.refund(counter, windowEnd)
    // A refusal would reveal that this mailbox gets another mail than others.
    if (!(error instanceof Refusal)) throw error
  }
}

/** `mailbox`: a keyed hash already. */
export const counterOf = (name: string, mailbox: string): RateCounter => ({
  name,
  keyHash: hash('sha256', mailbox, 'buffer'),
})

/** @returns the end of its window. @throws Refusal too-many with the seconds until then */
export async function takeOfMailbox(
  { counters, now }: Pick<CommandContext, 'now'> & { readonly counters: Pick<RateCounters, 'take'> },
  counter: RateCounter,
  quota: Quota,
  text?: string,
): Promise<Date> {
  const { isTaken, windowEnd } = await counters.take(counter, quota)
  if (isTaken) return windowEnd
  const leftMs = windowEnd.getTime() - now().getTime()
  throw new Refusal('too-many', text, { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) })
}

const NEWEST_EVENTS = 20

/** By this call itself, when an earlier attempt lost its answer. */
async function underWay(store: Events, stream: string, eventId: string): Promise<Subscribed> {
  const newest = await readStream(store, stream, { direction: 'backward', limit: NEWEST_EVENTS })
  return { kind: newest.some(({ id }) => id === eventId) ? 'subscribed' : 'active' }
}

export const handleSubscription = (
  deps: CommandContext,
  subscriptionId: string,
  command: SubscriptionCommand,
  actor: Actor,
): Promise<Handled<Subscription>> =>
  handleBy(deps, subscription, { stream: subscriptionStream(subscriptionId), command, actor: actor })
